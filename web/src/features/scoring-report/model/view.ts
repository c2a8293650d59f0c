import { isChannel, type Channel } from "../../../lib/channel";
import type { ReportView } from "../../../lib/paths";
import { tabOf } from "../report/tabs";

export const USER_FILTERS = ["known", "unknown"] as const;
export type UserFilter = (typeof USER_FILTERS)[number];

/** Reads the result that an address names; invalid values count as absent. */
export function readView({ pathname, searchParams: search }: URL): ReportView {
  // Links of earlier versions use `channel`.
  const named = search.get("scoringType") ?? search.get("channel");
  const scoringType = isChannel(named) ? named : undefined;
  const date = search.get("date") ?? "";
  // The other tabs count all visitors.
  const filtered = scoringType === "web" && (tabOf(pathname)?.segment ?? "details") === "details";
  return {
    scoringType,
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined,
    uids: search.getAll("uids").filter((uid) => /^\d{3,}$/.test(uid)),
    userFilter: filtered ? USER_FILTERS.find((one) => one === search.get("userFilter")) : undefined,
  };
}

/** A result as parameters of the report calls. */
export interface ReportQuery {
  readonly id: string;
  /** "" for the scoring's first channel. */
  readonly scoringType: Channel | "";
  /** "" for the newest. */
  readonly generatedDate: string;
  readonly uids: string[];
  readonly userFilter: UserFilter | "";
}

/**
 * The parameters of the report calls in the address. A tab's loader needs no others, so that it does not wait for the
 * frame's; the server completes missing ones like the frame does.
 */
export function queryOf(id: string, { scoringType, date, uids, userFilter }: ReportView): ReportQuery {
  return {
    id,
    scoringType: scoringType ?? "",
    generatedDate: date ?? "",
    uids: [...(uids ?? [])],
    userFilter: userFilter ?? "",
  };
}

/** The same from a loader's request. */
export function queryFor({ params, request }: { params: { readonly id?: string }; request: Request }): ReportQuery {
  return queryOf(params.id ?? "", readView(new URL(request.url)));
}
