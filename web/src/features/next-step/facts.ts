import { clientOf, type Api } from "../../api/api";
import { ContactsService, ScoringService } from "../../api/services";
import { DRAFT } from "../../lib/status";
import { analysedOf, nobodyIn } from "../scoring-editor";
import { DAYS_NEEDED, type Facts } from "./step";

/** Asks how far the account is. */
export async function loadFacts(api: Api, signal?: AbortSignal): Promise<Facts> {
  const options = signal ? { signal } : {};
  const [{ items: databases }, { items: scorings }] = await Promise.all([
    clientOf(api, ContactsService).listDatabases({}, options),
    clientOf(api, ScoringService).listScorings({}, options),
  ]);
  const dataSources = databases.map(({ uid }) => ({ uid, includedAll: true }));
  const config = { daysAgo: DAYS_NEEDED, mailing: { dataSources }, sms: { dataSources } };
  const reach = await clientOf(api, ScoringService).previewScoring({ isCreatedByWizard: true, config }, options);
  const previews = Object.values(reach.channels);
  const sent = (["mailing", "sms"] as const).filter((channel) => (reach.channels[channel]?.dataDays ?? 0) > 0);
  const channels = sent.length > 0 ? sent : (["mailing"] as const);
  return {
    contacts: databases.reduce((sum, { contactCount }) => sum + contactCount, 0),
    days: Math.max(0, ...previews.map(({ dataDays }) => dataDays)),
    possibleFrom:
      previews
        .map(({ possibleFrom }) => possibleFrom)
        .filter((day) => day !== "")
        .sort()[0] ?? "",
    reach,
    nobody: nobodyIn(analysedOf(reach, channels), channels),
    hasResult: scorings.some(({ status, lastGeneratedAt }) => status !== DRAFT && lastGeneratedAt),
    begun: scorings[0],
  };
}
