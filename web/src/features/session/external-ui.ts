import type { ExternalUi } from "../../stores/session-store";

/**
 * Where the connected system wants an expired session of this page to go; undefined when it named no place. A link
 * that was given for `/scoring/` holds for the pages below it; the longest one wins.
 */
export function externalLink(ui: ExternalUi | undefined, pathname: string): string | undefined {
  const links = Object.entries(ui?.externalLinks ?? {})
    .filter(([route, url]) => url.startsWith("https://") && covers(route, pathname))
    .sort(([a], [b]) => b.length - a.length);
  return links[0]?.[1];
}

function covers(route: string, pathname: string): boolean {
  const bare = (path: string): string => path.replace(/\/+$/, "");
  return bare(route) === bare(pathname) || (bare(route) !== "" && pathname.startsWith(`${bare(route)}/`));
}
