import type { GetExcludedReasonsSummaryResponse, GetPartitionSummaryResponse } from "../../../api/messages";
import { BANDS, type BandKey } from "../../../lib/bands";
import type { Reason } from "../../../lib/score-parts";
import { bandRows } from "../model/bands";
import { exclusionRows } from "../model/exclusions";
import type { Selected } from "./targets";

/** A row of the result that can be selected. */
export interface Row<K extends string> {
  readonly key: K;
  /** Contacts, or visitors of websites. */
  readonly count: number;
  /** Web only: visitors that are not contacts. */
  readonly unknown: number;
}

/** The bands, the highest first. */
export function rowsOfBands(partition: GetPartitionSummaryResponse): Row<BandKey>[] {
  return bandRows(partition)
    .map(({ key, count, unknown = 0 }) => ({ key, count, unknown }))
    .reverse();
}

export function rowsOfReasons(exclusions: GetExcludedReasonsSummaryResponse): Row<Reason>[] {
  return exclusionRows(exclusions).map(({ reason, count }) => ({ key: reason, count, unknown: 0 }));
}

/** Contacts in the rows of these keys, and the visitors among them that are not contacts. */
export function sumOf<K extends string>(rows: readonly Row<K>[], keys: readonly K[]): Omit<Row<K>, "key"> {
  const chosen = rows.filter(({ key }) => keys.includes(key));
  return {
    count: chosen.reduce((sum, { count, unknown }) => sum + count - unknown, 0),
    unknown: chosen.reduce((sum, { unknown }) => sum + unknown, 0),
  };
}

/** Selected contacts of a uid; undefined for reasons and websites, which have no counts by uid. */
export function countIn(selected: Selected, partition: GetPartitionSummaryResponse, uid: string): number | undefined {
  if (selected.kind === "reasons" || partition.scoringType === "web") return undefined;
  const counts = partition.databases.find((one) => one.uid === uid)?.counts;
  return (
    counts && BANDS.reduce((sum, { key }, band) => sum + (selected.bands.includes(key) ? (counts[band] ?? 0) : 0), 0)
  );
}
