import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import {
  GetPartitionAveragesResponseSchema,
  type GetPartitionAveragesRequest,
  type GetPartitionAveragesResponse,
} from "../gen/puls/reports/v1/averages_pb";
import { ID } from "./sample-data";

const WEEKS = ["W40", "W41", "W42", "W43", "W44", "W45"];
const MONTHS = ["08", "09", "10", "11"];
/** Percentages of the five bands, by period. */
const SHARES = [
  [14, 24, 40, 14, 8],
  [13, 23, 41, 14.5, 8.5],
  [12, 22.25, 42.75, 14, 9],
  [11.5, 21, 43.5, 14.5, 9.5],
  [11, 20.5, 44, 15, 9.5],
  [10, 20, 45, 15, 10],
];

/** Six weeks or four months of improving results; the preceding year has its own. */
export function sampleAverages(request: GetPartitionAveragesRequest): GetPartitionAveragesResponse {
  const { start, timeAggregationType } = request;
  const earlier = start !== "" && start < "2026-01-01";
  const year = earlier ? 2025 : 2026;
  const names = timeAggregationType === "month" ? MONTHS : WEEKS;
  const shares = SHARES.slice(-names.length);
  const total = names.map((name, at) => ({
    period: `${year}-${name}`,
    avgScoring: (earlier ? 41.5 : 44) + at * (earlier ? 0.31 : 0.85),
    emailCount: 7000 + at * 12,
    resultCount: timeAggregationType === "month" ? 30 : 7,
  }));
  const items = [0, 21, 41, 61, 81].map((scoringMin, band) => ({
    scoringMin,
    scoringMax: band * 20 + 20,
    periods: total.map(({ period }, at) => ({ period, percent: shares[at]?.[band] ?? 0 })),
  }));
  const days: JsonValue = { start: start || "2026-08-10", end: request.end || "2026-11-02" };
  return fromJson(GetPartitionAveragesResponseSchema, { items, total, ...days });
}

/** The weekly averages drawn in the list of scorings. */
export const sampleWeeks = [44, 44.85, 45.2, 44.6, 45.1, 45.5].map((avgScoring, at) => ({
  scoringId: ID,
  scoringType: "mailing",
  periodDate: new Date(Date.UTC(2026, 8, 28 + 7 * at)).toISOString().slice(0, 10),
  avgScoring,
}));
