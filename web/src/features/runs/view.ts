import { askedDays, type DateRange } from "../../lib/date-range";
import { askedPage } from "../../lib/page-sizes";

/** The outcomes of a calculation, with the contract's names. */
export const OUTCOMES = ["done", "skipped", "failed", "cancelled"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The reasons for a missing result, with the contract's names, and their outcomes. */
const REASONS = { TOO_LITTLE_DATA: "skipped", NO_DATA: "skipped", CALCULATION_FAILED: "failed" } as const;
export type Reason = keyof typeof REASONS;

export const PAGE_SIZES = [20, 50, 100] as const;

/** The part of the list's view that is in the address. */
export interface RunsView {
  /** Undefined for all. */
  readonly outcome: Outcome | undefined;
  /** Undefined for all; otherwise a reason of the outcome. */
  readonly reason: Reason | undefined;
  /** Calculated days, YYYY-MM-DD; "" for an open end. */
  readonly days: DateRange;
  /** The scoring whose calculations are shown; undefined for all. */
  readonly scoring: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number | undefined;
}

/** The possible reasons of an outcome, or of all. */
export function reasonsOf(outcome: Outcome | undefined): readonly Reason[] {
  const all = Object.keys(REASONS) as Reason[];
  return outcome === undefined ? all : all.filter((reason) => REASONS[reason] === outcome);
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a view; invalid values count as absent. */
export function readView(search: URLSearchParams): RunsView {
  const scoring = search.get("id") ?? "";
  const outcome = OUTCOMES.find((one) => one === search.get("outcome"));
  return {
    outcome,
    reason: reasonsOf(outcome).find((one) => one === search.get("reason")),
    days: askedDays(search),
    scoring: ID.test(scoring) ? scoring : undefined,
    page: askedPage(search, 100_000),
    pageSize: PAGE_SIZES.find((one) => String(one) === search.get("pageSize")),
  };
}

/** The filters in the address, unset. */
export const NO_FILTER = { id: undefined, outcome: undefined, reason: undefined, start: undefined, end: undefined };

/** Whether the list is filtered. */
export function isFiltered({ outcome, reason, scoring, days }: RunsView): boolean {
  return outcome !== undefined || reason !== undefined || scoring !== undefined || days.start !== "" || days.end !== "";
}
