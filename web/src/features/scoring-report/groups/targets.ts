import type { BandKey } from "../../../lib/bands";
import type { Reason } from "../../../lib/score-parts";

/** Whom the dialog begins with; each can be ticked and unticked there. */
export type Picks =
  | { readonly kind: "bands"; readonly bands: readonly BandKey[] }
  | { readonly kind: "reasons"; readonly reasons: readonly Reason[] };

/** Whom somebody ticked: bands, or reasons for having no score. */
export type Ticked =
  | { readonly kind: "bands"; readonly bands: readonly TickedBand[] }
  | { readonly kind: "reasons"; readonly reasons: readonly TickedReason[] };

export interface TickedBand {
  readonly min: number;
  readonly max: number;
  readonly count: number;
  /** Web only: those who are no contacts. */
  readonly unknown?: number | undefined;
}

export interface TickedReason {
  readonly reason: string;
  readonly count: number;
}

/** Scores from one to another. */
export interface ScoreRange {
  readonly scoringMin: number;
  readonly scoringMax: number;
}

/** Bands as ranges of scores, lowest first; those that adjoin are one. */
export function rangesOf(bands: readonly TickedBand[]): ScoreRange[] {
  const ranges: ScoreRange[] = [];
  for (const { min, max } of [...bands].sort((a, b) => a.min - b.min)) {
    const before = ranges.at(-1);
    if (before?.scoringMax === min - 1) ranges[ranges.length - 1] = { ...before, scoringMax: max };
    else ranges.push({ scoringMin: min, scoringMax: max });
  }
  return ranges;
}

/** How many contacts (or visitors) were ticked, those who are no contacts too. */
export function countOf(ticked: Ticked): number {
  const parts: readonly { readonly count: number }[] = ticked.kind === "bands" ? ticked.bands : ticked.reasons;
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** How many of the ticked are visitors who are no contacts. */
export function unknownOf(ticked: Ticked): number {
  return ticked.kind === "bands" ? ticked.bands.reduce((sum, { unknown = 0 }) => sum + unknown, 0) : 0;
}
