import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import type { GetLeadResponse, PreviewScoringResponse } from "../../api/messages";
import { leadIsOn } from "../../flags/flags";

export interface StartData {
  /** What the account could score today by e-mail and SMS; undefined when it cannot be told. Nothing waits for it. */
  readonly reach: Promise<PreviewScoringResponse | undefined>;
  /** Undefined when no answer came. */
  readonly lead: GetLeadResponse | undefined;
}

/** Whom a new scoring could reach, and whether websites can be scored. Neither stands in the way of a name. */
export function createStartLoader(api: Api) {
  return async ({ request: { signal } }: LoaderFunctionArgs): Promise<StartData> => {
    const reach = api.scorings
      .previewScoring({ isCreatedByWizard: true, config: { daysAgo: 14, mailing: {}, sms: {} } }, { signal })
      .catch(() => undefined);
    const lead = leadIsOn() ? await api.scorings.getLead({}, { signal }).catch(() => undefined) : undefined;
    return { reach, lead };
  };
}
