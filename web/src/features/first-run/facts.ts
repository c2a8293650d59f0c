import { clientOf, type Api } from "../../api/api";
import { ContactsService, ScoringService } from "../../api/services";

/** How far an account is on its way to first scores. */
export interface FirstRunFacts {
  /** In all databases. */
  readonly contacts: number;
  /** Days with sendings of the channel that has most. */
  readonly days: number;
  /** The first day that can be calculated, YYYY-MM-DD; empty without any sendings. */
  readonly possibleFrom: string;
}

/** Days of data that a first calculation wants. */
export const DAYS_NEEDED = 14;

/** Asks how far the account is. */
export async function loadFirstRun(api: Api, signal: AbortSignal): Promise<FirstRunFacts> {
  const config = { daysAgo: DAYS_NEEDED, mailing: {}, sms: {} };
  const [{ items }, { channels }] = await Promise.all([
    clientOf(api, ContactsService).listDatabases({}, { signal }),
    clientOf(api, ScoringService).previewScoring({ isCreatedByWizard: true, config }, { signal }),
  ]);
  const previews = Object.values(channels);
  return {
    contacts: items.reduce((sum, { contactCount }) => sum + contactCount, 0),
    days: Math.max(0, ...previews.map(({ dataDays }) => dataDays)),
    possibleFrom:
      previews
        .map(({ possibleFrom }) => possibleFrom)
        .filter((day) => day !== "")
        .sort()[0] ?? "",
  };
}
