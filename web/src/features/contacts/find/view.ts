import type { ContactSearch } from "../../../api/messages";
import { isChannel, type Channel } from "../../../lib/channel";
import { addDays } from "../../../lib/dates";
import { PAGE_SIZES } from "../../../lib/page-sizes";

/** Choices for the days since the last activity. */
export const ACTIVE_DAYS = [7, 30, 90] as const;

/** The order of contacts; "-" means the highest first. */
export type Sort = "score" | "-score" | "change" | "-change";

const SORTS: readonly Sort[] = ["score", "-score", "change", "-change"];

/** The most engaged contacts come first. */
export const USUAL_SORT = "-score";

/** The value in the URL for contacts without a score. */
export const NO_SCORE = "none";

/** The part of a search that is in the URL; the typed query is not. */
export interface SearchView {
  /** Empty for all databases. */
  readonly uid: string;
  /** 0 for contacts of any group or none. */
  readonly groupId: number;
  /** Id of a scoring; empty for the one with the newest result. */
  readonly scoring: string;
  /** Undefined for the first with a result. */
  readonly channel: Channel | undefined;
  /** "0" for scores of 0 to 20, to "4", and NO_SCORE; empty for any. */
  readonly bands: readonly string[];
  readonly consent: "" | "given" | "none";
  /** 0 for any time. */
  readonly active: number;
  readonly sort: Sort;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number | undefined;
}

/** Reads a view; invalid values count as absent. */
export function readView(search: URLSearchParams): SearchView {
  const text = (name: string): string => search.get(name) ?? "";
  const number = (name: string): number => (/^[1-9]\d{0,8}$/.test(text(name)) ? Number(text(name)) : 0);
  const channel = text("scoringType");
  const consent = text("consent");
  return {
    uid: /^\d{3,9}$/.test(text("uid")) ? text("uid") : "",
    groupId: number("group"),
    scoring: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text("scoring")) ? text("scoring") : "",
    channel: isChannel(channel) ? channel : undefined,
    bands: [...new Set(search.getAll("band").filter((band) => /^([0-4]|none)$/.test(band)))],
    consent: consent === "given" || consent === "none" ? consent : "",
    active: ACTIVE_DAYS.find((days) => days === number("active")) ?? 0,
    sort: SORTS.find((one) => one === text("sort")) ?? USUAL_SORT,
    page: Math.min(number("page") || 1, 1_000_000),
    pageSize: PAGE_SIZES.find((one) => one === number("pageSize")),
  };
}

/** The number of active filters. */
export function filtersOf({ bands, groupId, consent, active, uid }: SearchView): number {
  return [bands.length > 0, groupId > 0, consent !== "", active > 0, uid !== ""].filter(Boolean).length;
}

/** The search of a view on a day; without a scoring, filters that need one are left out. */
export function searchOf(view: SearchView, query: string, scoringId: string, today: string): ContactSearch {
  const { uid, groupId, bands } = view;
  const wanted = { query: query.trim(), uid, groupId };
  if (scoringId === "") return wanted;
  return {
    ...wanted,
    scoringId,
    scoringType: view.channel ?? "",
    bands: bands.filter((band) => band !== NO_SCORE).map(Number),
    withoutScore: bands.includes(NO_SCORE),
    consent: view.consent,
    activeSince: view.active === 0 ? "" : addDays(today, -view.active),
    sort: view.sort,
  };
}
