import type { GetLiftResponse } from "../../../api/messages";
import { BANDS, type BandKey } from "../../../lib/bands";
import { hasOpens } from "../../../lib/channel";
import { percentOf } from "../../../lib/share";

/** The acts of contacts after the result. */
export const CHANNEL_DEEDS = ["opened", "clicked"] as const;
export const WEB_DEEDS = ["pageView", "productView", "checkoutView", "paymentInfo", "purchase"] as const;
export type Deed = (typeof CHANNEL_DEEDS)[number] | (typeof WEB_DEEDS)[number];

/** One band and its contacts' acts in the 14 days. */
export interface LiftRow {
  readonly key: BandKey;
  readonly min: number;
  readonly max: number;
  readonly scored: number;
  /** The base of the shares: contacts with a message, on websites all. */
  readonly base: number;
  readonly deeds: readonly { readonly deed: Deed; readonly count: number; readonly percent: number }[];
}

/** The acts that are known for a channel. */
export function deedsOf(channel: string): readonly Deed[] {
  if (channel === "web") return WEB_DEEDS;
  return hasOpens(channel) ? CHANNEL_DEEDS : ["clicked"];
}

/** All five bands, lowest first. */
export function liftRows({ items }: Pick<GetLiftResponse, "items">, channel: string): LiftRow[] {
  return BANDS.map(({ key, min, max }) => {
    const item = items.find(({ scoringMin }) => scoringMin === min);
    const base = (channel === "web" ? item?.scored : item?.reached) ?? 0;
    const deeds = deedsOf(channel).map((deed) => {
      const count = item?.[deed] ?? 0;
      return { deed, count, percent: percentOf(count, base) };
    });
    return { key, min, max, scored: item?.scored ?? 0, base, deeds };
  });
}

/** The verdict of the figures on the score. */
export type Verdict =
  /** Too few bands have contacts to compare. */
  | { readonly kind: "unknown" }
  /** No contact performed the act. */
  | { readonly kind: "noResponses" }
  | { readonly kind: "flat"; readonly deed: Deed }
  /** The highest band does it `times` as often as the lowest; undefined if the lowest never does. */
  | {
      readonly kind: "rising";
      readonly deed: Deed;
      readonly high: LiftRow;
      readonly low: LiftRow;
      readonly times: number | undefined;
    };

/** Compares the highest band with the lowest among those with contacts, by the most significant act. */
export function verdictOf(rows: readonly LiftRow[], channel: string): Verdict {
  const known = rows.filter(({ base }) => base > 0);
  const [low, high] = [known[0], known.at(-1)];
  if (!low || !high || low === high) return { kind: "unknown" };
  const countOf = (row: LiftRow, deed: Deed): number => row.deeds.find((one) => one.deed === deed)?.count ?? 0;
  const wanted: readonly Deed[] = channel === "web" ? [...WEB_DEEDS].reverse() : ["clicked"];
  const deed = wanted.find((one) => known.some((row) => countOf(row, one) > 0));
  if (!deed) return { kind: "noResponses" };
  const rate = (row: LiftRow): number => countOf(row, deed) / row.base;
  if (rate(high) <= rate(low)) return { kind: "flat", deed };
  return { kind: "rising", deed, high, low, times: rate(low) === 0 ? undefined : rate(high) / rate(low) };
}
