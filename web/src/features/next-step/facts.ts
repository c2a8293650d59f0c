import { clientOf, type Api } from "../../api/api";
import { ContactsService, ScoringService } from "../../api/services";
import { DRAFT } from "../../lib/status";
import type { PreviewScoringResponse, Scoring } from "../../api/messages";
import { byChannel, MESSAGE_CHANNELS } from "../../lib/channel";
import { DAYS_NEEDED } from "../../lib/first-way";
import { unscorableIn, type ChannelAudience } from "../scoring-editor";

/** The progress of an account towards first scores. */
export interface Facts {
  /** In all databases. */
  readonly contacts: number;
  /** Days with sendings of the channel with the most. */
  readonly days: number;
  /** The first day that can be calculated, YYYY-MM-DD; empty without any sendings. */
  readonly possibleFrom: string;
  /** Contacts of all databases that a scoring could score today, by channel. */
  readonly reach: PreviewScoringResponse;
  /** The channels with sendings (e-mail without any), if none of them can score any contact today. */
  readonly unscorable: readonly ChannelAudience[];
  /** The same, if the main reason is other than missing sendings, which a step is about. */
  readonly blocked: readonly ChannelAudience[];
  /** Whether a scoring has been calculated. */
  readonly hasResult: boolean;
  /** Of all scorings. */
  readonly names: readonly string[];
  /** The scoring to continue with if none has been calculated. */
  readonly begun: Scoring | undefined;
}

/** Loads the account's progress. */
export async function loadFacts(api: Api, signal?: AbortSignal): Promise<Facts> {
  const options = signal ? { signal } : {};
  // Not through the store of databases: pages that show their names would be drawn anew, and this with them.
  const [{ items: databases }, { items: scorings }] = await Promise.all([
    clientOf(api, ContactsService).listDatabases({}, options),
    clientOf(api, ScoringService).listScorings({}, options),
  ]);
  const dataSources = databases.map(({ uid }) => ({ uid, includedAll: true }));
  const config = { daysAgo: DAYS_NEEDED, ...byChannel(MESSAGE_CHANNELS, () => ({ dataSources })) };
  const reach = await clientOf(api, ScoringService).previewScoring({ isCreatedByWizard: true, config }, options);
  const previews = Object.values(reach.channels);
  const sent = MESSAGE_CHANNELS.filter((channel) => (reach.channels[channel]?.dataDays ?? 0) > 0);
  const channels = sent.length > 0 ? sent : (["mailing"] as const);
  const unscorable = await unscorableIn(reach, channels);
  return {
    contacts: databases.reduce((sum, { contactCount }) => sum + contactCount, 0),
    days: Math.max(0, ...previews.map(({ dataDays }) => dataDays)),
    possibleFrom:
      previews
        .map(({ possibleFrom }) => possibleFrom)
        .filter((day) => day !== "")
        .sort()[0] ?? "",
    reach,
    unscorable,
    blocked: unscorable.some((one) => one.contacts > 0 && !lacksSendings(one)) ? unscorable : [],
    hasResult: scorings.some(({ status, lastGeneratedAt }) => status !== DRAFT && lastGeneratedAt),
    names: scorings.map(({ name }) => name),
    begun: scorings[0],
  };
}

function lacksSendings({ contacts, reasons }: ChannelAudience): boolean {
  const lacking = reasons.find(({ reason }) => reason === "NO_SENDING")?.count ?? 0;
  return 2 * lacking >= contacts;
}
