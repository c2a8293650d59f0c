import { fold } from "../../lib/fold";
import { ACTIVE, DRAFT, INACTIVE } from "../../lib/status";
import type { ScoringRow } from "./rows";

export const SORT_KEYS = ["name", "generated"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const STATUSES = ["active", "inactive", "draft"] as const;
export type StatusFilter = (typeof STATUSES)[number];

/** The part of a table's view that is in the address. */
export interface TableView {
  readonly page: number;
  readonly sort: SortKey | undefined;
  readonly descending: boolean;
  /** Part of a name. */
  readonly query: string;
  readonly status: StatusFilter | undefined;
}

const NUMBERS: Readonly<Record<StatusFilter, number>> = { draft: DRAFT, inactive: INACTIVE, active: ACTIVE };

/** Reads a view; invalid values count as absent. */
export function readView(search: URLSearchParams): TableView {
  const page = Number(search.get("page") ?? "1");
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    sort: SORT_KEYS.find((key) => key === search.get("sort")),
    descending: search.get("order") === "desc",
    query: search.get("q") ?? "",
    status: STATUSES.find((status) => status === search.get("status")),
  };
}

/** Writes a view as the address's search, without default values. */
export function searchOf(view: TableView): string {
  const search = new URLSearchParams({
    ...(view.query !== "" ? { q: view.query } : {}),
    ...(view.status ? { status: view.status } : {}),
    ...(view.page > 1 ? { page: String(view.page) } : {}),
    ...(view.sort ? { sort: view.sort, order: view.descending ? "desc" : "asc" } : {}),
  });
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** The number of rows of a status. */
export function countOf(rows: readonly ScoringRow[], status: StatusFilter): number {
  return rows.filter((row) => row.status === NUMBERS[status]).length;
}

/** The rows of the view, in its order; of all pages. */
export function select(rows: readonly ScoringRow[], view: TableView, locale: string): ScoringRow[] {
  const wanted = fold(view.query.trim());
  const { status } = view;
  return rows
    .filter((row) => status === undefined || row.status === NUMBERS[status])
    .filter((row) => fold(row.name).includes(wanted))
    .sort(orderOf(view, locale));
}

/**
 * By default: active scorings by their last result, then inactive ones, drafts last. Names are in natural order, 2
 * before 19.
 */
function orderOf({ sort, descending }: TableView, locale: string): (a: ScoringRow, b: ScoringRow) => number {
  const collator = new Intl.Collator(locale, { numeric: true });
  const byName = (a: ScoringRow, b: ScoringRow): number => collator.compare(a.name, b.name);
  const age = (row: ScoringRow): number => row.generatedAt?.getTime() ?? 0;
  const direction = descending ? -1 : 1;
  switch (sort) {
    case "name":
      return (a, b) => direction * byName(a, b);
    case "generated":
      return (a, b) => direction * (age(a) - age(b)) || byName(a, b);
    case undefined:
      return (a, b) => b.status - a.status || age(b) - age(a) || byName(a, b);
  }
}
