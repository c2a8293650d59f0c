import type { Config, GetPartitionSummaryResponse } from "../../../api/messages";
import { isChannel, type Channel } from "../../../lib/channel";
import { EVENTS, RATES, type Component } from "../../../lib/score-parts";

/** The reference of one part of the score. */
export interface Reference {
  readonly component: Component;
  /** Whole percent of the score; undefined if it is no longer known. */
  readonly weight: number | undefined;
  /** Rates: `part` of `whole`. Events: `part` times, `whole` undefined. Undefined: no contact had any. */
  readonly mark: { readonly part: number; readonly whole: number | undefined } | undefined;
  /** The sample of the percentile; undefined for results of versions that did not store it. */
  readonly sample: number | undefined;
  /** The sample is so small that chance decides. */
  readonly thin: boolean;
  /** Nearly all contacts reach it. */
  readonly saturated: boolean;
}

/** Below this a sample is small. */
const SMALL_SAMPLE = 30;

/**
 * The references of a response in a fixed order, each with the weight of the result, or with the scoring's present
 * weight if the result does not have it.
 */
export function referencesOf(answer: GetPartitionSummaryResponse, config: Config | undefined): Reference[] {
  const weights = answer.config?.weights ?? weightsOf(config, answer.scoringType);
  return [...RATES, ...EVENTS].flatMap((component) => {
    const value = answer.references[component];
    if (!value) return [];
    const weight = weights[component];
    const mark = markOf(value);
    const sample = answer.samples[component];
    return [
      {
        component,
        weight: weight === undefined ? undefined : Math.round(Number(weight) * 100),
        mark,
        sample,
        thin: mark !== undefined && sample !== undefined && sample < SMALL_SAMPLE,
        saturated: answer.saturated.includes(component),
      },
    ];
  });
}

function markOf({ kind }: GetPartitionSummaryResponse["references"][string]): Reference["mark"] {
  if (kind.case === "numberValue") return { part: kind.value, whole: undefined };
  const fraction = kind.case === "stringValue" ? /^(\d+)\/(\d+)$/.exec(kind.value) : null;
  return fraction ? { part: Number(fraction[1]), whole: Number(fraction[2]) } : undefined;
}

function weightsOf(config: Config | undefined, channel: string): Readonly<Record<string, string>> {
  const weights: object | undefined = isChannel(channel) ? config?.[channel]?.weights : undefined;
  return { ...(weights as Readonly<Record<string, string>> | undefined) };
}

/** The percentile of a result's references, in whole percent. */
export function percentileOf(
  answer: GetPartitionSummaryResponse,
  config: Config | undefined,
  channel: Channel,
): number | undefined {
  const percentile = answer.config?.percentile ?? config?.[channel]?.percentile;
  return percentile ? Math.round(percentile * 100) : undefined;
}
