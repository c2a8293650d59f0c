import { clientOf, type Api } from "../../api/api";
import { ScoringService, TrackingService } from "../../api/services";
import type { GetLeadResponse, NewScoring, PreviewScoringResponse } from "../../api/messages";
import { byChannel, MESSAGE_CHANNELS } from "../../lib/channel";

/** The kinds of new scorings. */
export type Way = "guided" | "own" | "lead";

/**
 * Initial content of a draft. Channels with data are chosen; all if none has any or that is unknown. `websites` are the
 * initial databases of lead scoring.
 */
function newScoring(
  way: Way,
  name: string,
  reach: PreviewScoringResponse | undefined,
  lead: GetLeadResponse | undefined,
  websites: readonly string[],
): NewScoring {
  const base = { name, isCreatedByWizard: way !== "own", lastDraftStep: 1 };
  const percentile = 0.9;
  if (way === "lead") {
    const shares = lead?.shares ?? {};
    return {
      ...base,
      config: { daysAgo: 14, web: { percentile, dataSources: websites.map((uid) => ({ uid, includedAll: true })) } },
      predefinedConfigSelection: { web: { ...shares } },
    };
  }
  const withData = MESSAGE_CHANNELS.filter((channel) => (reach?.channels[channel]?.possibleFrom ?? "") !== "");
  const chosen = withData.length > 0 ? withData : MESSAGE_CHANNELS;
  return {
    ...base,
    config: {
      daysAgo: 14,
      ...byChannel(chosen, () => ({ percentile })),
    },
  };
}

/** The databases whose websites have visitors, or those of all websites if none has any. */
async function databasesOfWebsites(api: Api): Promise<string[]> {
  const { items } = await clientOf(api, TrackingService).listWebTrackingAccounts({});
  const visited = items.filter(({ since }) => since);
  return [...new Set((visited.length > 0 ? visited : items).map(({ uid }) => uid))];
}

/** Creates the draft and returns its id. */
export async function createDraft(
  api: Api,
  way: Way,
  name: string,
  { reach, lead }: { readonly reach?: PreviewScoringResponse | undefined; readonly lead?: GetLeadResponse | undefined },
): Promise<string> {
  const scoring = newScoring(way, name, reach, lead, way === "lead" ? await databasesOfWebsites(api) : []);
  const { id } = await clientOf(api, ScoringService).createScoring(scoring);
  return id;
}
