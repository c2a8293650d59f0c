/** Adds the operator's support script to the page once the page itself has loaded; nothing waits for it. */
export function addSupportScript(url: string): void {
  if (url === "") return;
  const add = (): void => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.dataset["support"] = "true";
    document.body.append(script);
  };
  if (document.readyState === "complete") add();
  else window.addEventListener("load", add, { once: true });
}
