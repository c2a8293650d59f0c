import type { ChannelPreview, GetPartitionSummaryResponse } from "../../../api/messages";
import { BANDS, type BandKey } from "../../../lib/bands";
import { EVENTS, RATES, type Component } from "../../../lib/score-parts";

/** One band: its contacts in the preview, and at the last calculation. */
export interface Band {
  readonly key: BandKey;
  readonly min: number;
  readonly max: number;
  readonly after: number;
  readonly now: number | undefined;
}

/** All five bands, the highest first; undefined if scores were not requested or are not available yet. */
export function bandsOf(preview: ChannelPreview, last?: GetPartitionSummaryResponse): readonly Band[] | undefined {
  const { distribution } = preview;
  if (!distribution) return undefined;
  return BANDS.map(({ key, min, max }) => {
    const band = last?.items.find(({ scoringMin }) => scoringMin === min);
    return {
      key,
      min,
      max,
      after: distribution.items.find(({ scoringMin }) => scoringMin === min)?.count ?? 0,
      now: last && (band?.all?.count ?? band?.emailCount ?? 0),
    };
  }).reverse();
}

/** A reference with a smaller sample is thin. */
const SMALL_SAMPLE = 30;

export interface ReferenceRow {
  readonly component: Component;
  /** "4/5", or a number of events; undefined if no contact has any. */
  readonly value: string | undefined;
  readonly sample: number;
  readonly small: boolean;
  readonly saturated: boolean;
}

/** The value that earns full marks, for each weight of a channel. */
export function referencesOf({ weights, references }: ChannelPreview): readonly ReferenceRow[] {
  return [...RATES, ...EVENTS].flatMap((component) => {
    if (weights[component] === undefined) return [];
    const found = references[component];
    const sample = found?.sample ?? 0;
    return [
      {
        component,
        value: found?.value,
        sample,
        small: found !== undefined && sample < SMALL_SAMPLE,
        saturated: found?.saturated ?? false,
      },
    ];
  });
}

/** "4/5" as a share; undefined for a number of events. */
export function shareOf(value: string): number | undefined {
  const parts = /^(\d+)\/(\d+)$/.exec(value);
  return parts ? Number(parts[1]) / Number(parts[2]) : undefined;
}
