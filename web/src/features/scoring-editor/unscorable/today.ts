import { clientOf, type Api } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { CHANNELS } from "../../../lib/channel";
import { unscorableChannels, type ChannelAudience } from "../model/audience";

export { unscorableChannels };

/** The channels of a saved scoring, if none of them would score any contact today; empty if one would. */
export async function unscorableToday(api: Api, id: string): Promise<readonly ChannelAudience[]> {
  const { scoring } = await clientOf(api, ScoringService).getScoring({ id });
  if (!scoring?.config) return [];
  const { isCreatedByWizard, config, predefinedConfigSelection } = scoring;
  const channels = CHANNELS.filter((one) => config[one] !== undefined);
  const answer = await clientOf(api, ScoringService).previewScoring({
    id,
    isCreatedByWizard,
    config,
    ...(predefinedConfigSelection && { predefinedConfigSelection }),
  });
  return unscorableChannels(answer, channels);
}
