import { isChannel, type Channel } from "../../../lib/channel";
import type { ReportView } from "../../../lib/paths";

export const USER_FILTERS = ["known", "unknown"] as const;
export type UserFilter = (typeof USER_FILTERS)[number];

/** Reads what all tabs of a report share; what has not the right form counts as absent. */
export function readView(search: URLSearchParams): ReportView {
  // Links of earlier versions say `channel`.
  const named = search.get("scoringType") ?? search.get("channel");
  const scoringType = isChannel(named) ? named : undefined;
  const date = search.get("date") ?? "";
  return {
    scoringType,
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined,
    uids: search.getAll("uids").filter((uid) => /^\d{3,}$/.test(uid)),
    userFilter: scoringType === "web" ? USER_FILTERS.find((one) => one === search.get("userFilter")) : undefined,
  };
}

/** How the report calls name a result. */
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
 * What the address asks the report calls for. A tab's loader needs nothing else, so that it does not wait for the
 * frame's: what the address leaves open the server completes as the frame does.
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

/** The same of a loader's request. */
export function queryFor({ params, request }: { params: { readonly id?: string }; request: Request }): ReportQuery {
  return queryOf(params.id ?? "", readView(new URL(request.url).searchParams));
}
