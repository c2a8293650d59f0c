import type { GetExcludedReasonsSummaryResponse } from "../../../api/messages";

/** Reasons in the order that reports show them; no address comes first. */
export const REASONS = ["NO_EMAIL", "NO_GSM", "NO_CONSENT", "NOT_IN_GROUP", "NO_SENDING"] as const;

export type Reason = (typeof REASONS)[number];

export interface ExclusionRow {
  readonly reason: Reason;
  readonly count: number;
  readonly percent: number;
}

/** The reasons that the answer names, those without contacts too, in display order. */
export function exclusionRows(answer: GetExcludedReasonsSummaryResponse): ExclusionRow[] {
  return REASONS.flatMap((reason) => {
    const found = answer.excludedReasons[reason];
    return found ? [{ reason, count: found.emailCount, percent: found.percent }] : [];
  });
}
