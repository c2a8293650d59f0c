import { clientOf, type Api } from "../../api/api";
import { ScoringService } from "../../api/services";
import type { GetLeadResponse, NewScoring, PreviewScoringResponse } from "../../api/messages";

/** How a new scoring is made. */
export type Way = "guided" | "own" | "lead";

/** First content of a draft. Channels with data are chosen; where that is unknown, both are. */
export function newScoring(
  way: Way,
  name: string,
  reach: PreviewScoringResponse | undefined,
  lead: GetLeadResponse | undefined,
): NewScoring {
  const base = { name, isCreatedByWizard: way !== "own", lastDraftStep: 1 };
  const percentile = 0.9;
  if (way === "lead") {
    const shares = lead?.shares ?? {};
    return {
      ...base,
      config: { daysAgo: 14, web: { percentile } },
      predefinedConfigSelection: { web: { ...shares } },
    };
  }
  const has = (channel: "mailing" | "sms"): boolean => !reach || (reach.channels[channel]?.possibleFrom ?? "") !== "";
  const both = !has("mailing") && !has("sms");
  return {
    ...base,
    config: {
      daysAgo: 14,
      ...((both || has("mailing")) && { mailing: { percentile } }),
      ...((both || has("sms")) && { sms: { percentile } }),
    },
  };
}

/** Makes the draft and answers its id. One that was asked for twice is made once. */
export async function createDraft(api: Api, scoring: NewScoring, key: string): Promise<string> {
  const { id } = await clientOf(api, ScoringService).createScoring(scoring, { headers: { "idempotency-key": key } });
  return id;
}
