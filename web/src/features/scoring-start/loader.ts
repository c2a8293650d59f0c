import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { ScoringService } from "../../api/services";
import type { GetLeadResponse } from "../../api/messages";
import { settle, type Settled } from "../../api/settled";
import { leadIsOn } from "../../flags/flags";
import { loadFacts, type Facts } from "../next-step";

export interface StartData {
  /** The progress of the account. */
  readonly start: Settled<Facts>;
  /** Undefined without a response. */
  readonly lead: GetLeadResponse | undefined;
}

/** Loads the account's progress, and whether websites can be scored; the form works without either. */
export async function startLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<StartData> {
  const api = context.get(apiContext);
  const [start, lead] = await Promise.all([
    settle(loadFacts(api, signal)),
    leadIsOn()
      ? clientOf(api, ScoringService)
          .getLead({}, { signal })
          .catch(() => undefined)
      : undefined,
  ]);
  return { start, lead };
}
