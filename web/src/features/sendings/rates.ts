import type { SendingCounts, SendingDay } from "../../api/messages";
import { hasOpens } from "../../lib/channel";
import { percentOf } from "../../lib/share";

export type Counts = Pick<SendingCounts, "sent" | "delivered" | "opened" | "clicked" | "bounced" | "unsubscribed">;

/** The counts of one channel. */
export type ChannelCounts = Counts & Pick<SendingDay, "scoringType">;

/** The sums of counts. */
export function sumOf(all: readonly Counts[]): Counts {
  const sum = (count: keyof Counts): number => all.reduce((total, counts) => total + counts[count], 0);
  return {
    sent: sum("sent"),
    delivered: sum("delivered"),
    opened: sum("opened"),
    clicked: sum("clicked"),
    bounced: sum("bounced"),
    unsubscribed: sum("unsubscribed"),
  };
}

/** The outcomes, in the order of the tables. */
export const OUTCOMES = ["delivered", "opened", "clicked", "bounced", "unsubscribed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A count and its share in percent; undefined if impossible, such as opens without e-mails. */
export interface Rate {
  readonly count: number;
  readonly percent: number;
}

/**
 * The outcomes of sendings: delivered and bounced are shares of the sent, the others of the delivered; opens only of
 * the e-mails among these.
 */
export function ratesOf(counts: Counts, deliveredEmails: number): Readonly<Record<Outcome, Rate | undefined>> {
  const { sent, delivered } = counts;
  const rate = (outcome: Outcome, of: number): Rate => ({
    count: counts[outcome],
    percent: percentOf(counts[outcome], of),
  });
  return {
    delivered: rate("delivered", sent),
    opened: deliveredEmails === 0 && counts.opened === 0 ? undefined : rate("opened", deliveredEmails),
    clicked: rate("clicked", delivered),
    bounced: rate("bounced", sent),
    unsubscribed: rate("unsubscribed", delivered),
  };
}

/** The number of delivered messages whose opens are known, such as e-mails, on days of all channels. */
export function emailsOf(items: readonly Pick<SendingDay, "scoringType" | "delivered">[]): number {
  return items.reduce((sum, { scoringType, delivered }) => sum + (hasOpens(scoringType) ? delivered : 0), 0);
}
