import type { GetExcludedReasonsSummaryResponse, GetPartitionSummaryResponse } from "../../../api/messages";
import { BANDS, type BandKey } from "../../../lib/bands";
import type { Reason } from "../../../lib/score-parts";
import { bandRows } from "../model/bands";
import { exclusionRows } from "../model/exclusions";
import type { Picks, Ticked } from "./targets";

/** One line that can be ticked. */
export interface Choice<K extends string> {
  readonly key: K;
  readonly count: number;
  /** Web only: those who are no contacts. */
  readonly unknown: number;
}

/** The bands, the highest first. */
export function bandChoices(partition: GetPartitionSummaryResponse): Choice<BandKey>[] {
  return bandRows(partition)
    .map(({ key, count, unknown = 0 }) => ({ key, count, unknown }))
    .reverse();
}

export function reasonChoices(exclusions: GetExcludedReasonsSummaryResponse): Choice<Reason>[] {
  return exclusionRows(exclusions).map(({ reason, count }) => ({ key: reason, count, unknown: 0 }));
}

/** The picked with their counts. */
export function tickedOf(picks: Picks, bands: readonly Choice<BandKey>[], reasons: readonly Choice<Reason>[]): Ticked {
  if (picks.kind === "reasons") {
    const counts = reasons.filter(({ key }) => picks.reasons.includes(key));
    return { kind: "reasons", reasons: counts.map(({ key, count }) => ({ reason: key, count })) };
  }
  const ticked = BANDS.filter(({ key }) => picks.bands.includes(key)).map(({ key, min, max }) => {
    const { count = 0, unknown = 0 } = bands.find((one) => one.key === key) ?? {};
    return { min, max, count, unknown };
  });
  return { kind: "bands", bands: ticked };
}

/** How many of the picked are of a uid; undefined for reasons, which nobody counts by uid. */
export function countIn(picks: Picks, partition: GetPartitionSummaryResponse, uid: string): number | undefined {
  if (picks.kind === "reasons" || partition.scoringType === "web") return undefined;
  const counts = partition.databases.find((one) => one.uid === uid)?.counts;
  return counts && BANDS.reduce((sum, { key }, band) => sum + (picks.bands.includes(key) ? (counts[band] ?? 0) : 0), 0);
}
