import { BANDS, type BandKey } from "../../../lib/bands";
import type { Reason } from "../../../lib/score-parts";

/** Rows of a result that fill a group: bands, or reasons for no score. */
export type Selected =
  | { readonly kind: "bands"; readonly bands: readonly BandKey[] }
  | { readonly kind: "reasons"; readonly reasons: readonly Reason[] };

/** A range of scores. */
export interface ScoreRange {
  readonly scoringMin: number;
  readonly scoringMax: number;
}

/** Bands as ranges of scores, lowest first; adjacent bands are joined. */
export function rangesOf(bands: readonly BandKey[]): ScoreRange[] {
  const ranges: ScoreRange[] = [];
  for (const { min, max } of BANDS.filter(({ key }) => bands.includes(key))) {
    const before = ranges.at(-1);
    if (before?.scoringMax === min - 1) ranges[ranges.length - 1] = { ...before, scoringMax: max };
    else ranges.push({ scoringMin: min, scoringMax: max });
  }
  return ranges;
}
