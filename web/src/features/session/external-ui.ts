import type { ExternalUi } from "../../stores/session-store";

/**
 * The address that the connected system set for an expired session of this page; undefined without one. A link for
 * `/scoring/` applies to the pages below it; the longest match is used.
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
