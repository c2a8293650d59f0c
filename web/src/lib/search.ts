/**
 * The search of an address with some values changed; undefined and empty ones are removed. Begins with "?" unless
 * empty.
 */
export function changeSearch(
  search: URLSearchParams,
  change: Readonly<Record<string, string | readonly string[] | undefined>>,
): string {
  const next = new URLSearchParams(search);
  for (const [name, value = ""] of Object.entries(change)) {
    next.delete(name);
    for (const one of typeof value === "string" ? [value] : value) if (one !== "") next.append(name, one);
  }
  const text = next.toString();
  return text === "" ? "" : `?${text}`;
}
