import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { ScoringService } from "../../api/services";
import type { GetLeadResponse, PreviewScoringResponse } from "../../api/messages";
import { leadIsOn } from "../../flags/flags";

export interface StartData {
  /** Contacts to score today by e-mail and SMS; undefined when unknown. Nothing waits for it. */
  readonly reach: Promise<PreviewScoringResponse | undefined>;
  /** Undefined when no answer came. */
  readonly lead: GetLeadResponse | undefined;
}

/** Reach of a new scoring, and whether websites can be scored. Neither delays the form. */
export async function startLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<StartData> {
  const api = context.get(apiContext);
  const reach = clientOf(api, ScoringService)
    .previewScoring({ isCreatedByWizard: true, config: { daysAgo: 14, mailing: {}, sms: {} } }, { signal })
    .catch(() => undefined);
  const lead = leadIsOn()
    ? await clientOf(api, ScoringService)
        .getLead({}, { signal })
        .catch(() => undefined)
    : undefined;
  return { reach, lead };
}
