/** What of a table stands in the address. */
export interface TableView {
  readonly page: number;
  readonly sort: SortKey | undefined;
  readonly descending: boolean;
}

export const SORT_KEYS = ["name", "generated"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const PAGE_SIZE = 20;

/** Reads a view; what does not fit counts as absent. */
export function readView(search: URLSearchParams): TableView {
  const page = Number(search.get("page") ?? "1");
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    sort: SORT_KEYS.find((key) => key === search.get("sort")),
    descending: search.get("order") === "desc",
  };
}

/** Writes a view; what is usual stays out of the address. */
export function writeView(view: TableView): Record<string, string> {
  return {
    ...(view.page > 1 ? { page: String(view.page) } : {}),
    ...(view.sort ? { sort: view.sort, order: view.descending ? "desc" : "asc" } : {}),
  };
}
