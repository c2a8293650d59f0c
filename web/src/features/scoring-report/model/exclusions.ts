import type { GetExcludedReasonsSummaryResponse } from "../../../api/messages";
import { REASONS, type Reason } from "../../../lib/score-parts";

export interface ExclusionRow {
  readonly reason: Reason;
  readonly count: number;
  readonly percent: number;
}

/** The reasons in the response, including those without contacts, in display order. */
export function exclusionRows(answer: GetExcludedReasonsSummaryResponse): ExclusionRow[] {
  return REASONS.flatMap((reason) => {
    const found = answer.excludedReasons[reason];
    return found ? [{ reason, count: found.emailCount, percent: found.percent }] : [];
  });
}
