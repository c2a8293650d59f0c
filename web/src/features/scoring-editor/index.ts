import type { Api } from "../../api/api";
import type { PreviewScoringResponse } from "../../api/messages";
import type { Channel } from "../../lib/channel";
import { paths } from "../../lib/paths";
import { lazyPart } from "../../ui/lazy-part";
import { ENTERING, type Entering } from "./entering";
import type { ChannelAudience } from "./model/audience";

export type { ChannelAudience };

/** The notice that no contact can be scored: rarely shown, so that no page waits for it. */
export const SavedUnscorableNotice = lazyPart(
  async () => (await import("./unscorable/UnscorableNotice")).SavedUnscorableNotice,
);
export const UnscorableNotice = lazyPart(async () => (await import("./unscorable/UnscorableNotice")).UnscorableNotice);

/** The channels of a preview, if none of them would score any contact. */
export async function unscorableIn(
  answer: PreviewScoringResponse,
  channels: readonly Channel[],
): Promise<readonly ChannelAudience[]> {
  // eslint-disable-next-line no-restricted-syntax
  return (await import("./unscorable/today")).unscorableChannels(answer, channels);
}

/**
 * The channels of a saved scoring, if none of them would score any contact today. Checked before a calculation is
 * started. Empty if one would, and if that is unknown: the server decides then.
 */
export async function unscorableToday(api: Api, id: string): Promise<readonly ChannelAudience[]> {
  try {
    // eslint-disable-next-line no-restricted-syntax
    return await (await import("./unscorable/today")).unscorableToday(api, id);
  } catch {
    return [];
  }
}

/**
 * The editor's address of a scoring, at the page where it was left, with the mark that admits: for links and
 * `navigate`.
 */
export function editPath({ id }: { readonly id: string }): { readonly to: string; readonly state: Entering } {
  return { to: paths.edit("", id), state: ENTERING };
}
