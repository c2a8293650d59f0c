import type { AudiencePreview, ChannelPreview, PreviewScoringResponse } from "../../../api/messages";
import type { Channel } from "../../../lib/channel";
import { REASONS, type Reason } from "../../../lib/score-parts";

/** Contacts that a channel, or one uid of it, would score today. */
export interface Audience {
  readonly contacts: number;
  readonly analysed: number;
  /** Reasons that exclude at least one contact. */
  readonly reasons: readonly { readonly reason: Reason; readonly count: number }[];
}

export function audienceOf(parts: readonly AudiencePreview[]): Audience {
  const sum = (pick: (part: AudiencePreview) => number): number => parts.reduce((all, part) => all + pick(part), 0);
  return {
    contacts: sum((part) => part.contacts),
    analysed: sum((part) => part.analysed),
    reasons: REASONS.map((reason) => ({ reason, count: sum((part) => part.excluded[reason] ?? 0) })).filter(
      ({ count }) => count > 0,
    ),
  };
}

/** Whether a channel has the two weeks of data that a calculation needs: yes, from a later day, or no data at all. */
export function dataState(preview: ChannelPreview, today: string): "enough" | "later" | "none" {
  if (preview.possibleFrom === "") return "none";
  return preview.possibleFrom > today ? "later" : "enough";
}

/** The number of a channel's contacts. */
export interface ChannelAudience extends Audience {
  readonly channel: Channel;
  readonly preview: ChannelPreview;
}

/** The channels, if none of them would score any contact today; empty if one would, and if websites are scored. */
export function unscorableChannels(
  answer: PreviewScoringResponse,
  channels: readonly Channel[],
): readonly ChannelAudience[] {
  const audiences = analysedOf(answer, channels);
  const all = audiences.length === channels.length && !channels.includes("web");
  return all && audiences.every(({ analysed }) => analysed === 0) ? audiences : [];
}

/** The reason that excludes most contacts; undefined without contacts. */
export function mainReason({ contacts, reasons }: Pick<Audience, "contacts" | "reasons">): Reason | undefined {
  const most = Math.max(...reasons.map(({ count }) => count));
  return contacts === 0 ? undefined : reasons.find(({ count }) => count === most)?.reason;
}

/** Scored contacts (or visitors) by channel, for the channels in the response. */
export function analysedOf(answer: PreviewScoringResponse, channels: readonly Channel[]): readonly ChannelAudience[] {
  return channels.flatMap((channel) => {
    const preview = answer.channels[channel];
    return preview ? [{ channel, preview, ...audienceOf(preview.audience) }] : [];
  });
}
