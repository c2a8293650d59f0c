/** How a calculation ends, as the contract names it. */
export const OUTCOMES = ["done", "skipped", "failed", "cancelled"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const PAGE_SIZES = [20, 50, 100] as const;

/** What of the list stands in the address. */
export interface RunsView {
  /** Undefined for all. */
  readonly outcome: Outcome | undefined;
  /** The scoring whose calculations are shown; undefined for all. */
  readonly scoring: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number | undefined;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a view; what does not fit counts as absent. */
export function readView(search: URLSearchParams): RunsView {
  const page = Number(search.get("page") ?? "1");
  const scoring = search.get("id") ?? "";
  return {
    outcome: OUTCOMES.find((outcome) => outcome === search.get("outcome")),
    scoring: ID.test(scoring) ? scoring : undefined,
    page: Number.isSafeInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    pageSize: PAGE_SIZES.find((one) => String(one) === search.get("pageSize")),
  };
}
