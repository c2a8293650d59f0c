import type { GetPartitionSummaryResponse } from "../../../api/messages";
import { BANDS, type BandKey } from "../../../lib/bands";

/** One band of a report: the same numbers for the chart, the table and the CSV. */
export interface BandRow {
  readonly key: BandKey;
  /** 0 for the lowest. */
  readonly band: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
  readonly percent: number;
  readonly newCount: number;
  /** Known and unknown visitors, only for web. */
  readonly known: number | undefined;
  readonly unknown: number | undefined;
}

/** All five bands, lowest first; a band missing in the response is empty. */
export function bandRows(answer: GetPartitionSummaryResponse): BandRow[] {
  return BANDS.map(({ key, min, max }, band) => {
    const item = answer.items.find((partition) => partition.scoringMin === min);
    return {
      key,
      band,
      min,
      max,
      count: item?.emailCount ?? 0,
      percent: item?.value ?? 0,
      newCount: item?.newCount ?? 0,
      known: item?.known?.count,
      unknown: item?.unknown?.count,
    };
  });
}

/** Sums a number over all bands. */
export function sumOf(rows: readonly BandRow[], pick: (row: BandRow) => number): number {
  return rows.reduce((sum, row) => sum + pick(row), 0);
}
