/** The page sizes of a table, in rows. */
export const PAGE_SIZES = [20, 50, 100, 200] as const;

/** The page in an address, from 1; the first if there is none. */
export function askedPage(search: URLSearchParams, most = Number.MAX_SAFE_INTEGER): number {
  const page = Number(search.get("page") ?? "1");
  return Number.isSafeInteger(page) && page > 0 && page <= most ? page : 1;
}

/** The wanted page, or the last one if there are fewer. */
export function pageWithin(wanted: number, total: number, pageSize: number): number {
  return Math.min(wanted, Math.max(1, Math.ceil(total / pageSize)));
}

/** Loads the wanted page of a list, or the last one if there are fewer. */
export async function loadWithin<Answer extends { readonly total: number }>(
  wanted: number,
  pageSize: number,
  ask: (page: number) => Promise<Answer>,
): Promise<readonly [Answer, number]> {
  const answer = await ask(wanted);
  const page = pageWithin(wanted, answer.total, pageSize);
  return [page < wanted ? await ask(page) : answer, page];
}
