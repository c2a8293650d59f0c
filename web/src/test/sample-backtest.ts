import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import {
  BacktestScoringResponseSchema,
  type BacktestScoringRequest,
  type BacktestScoringResponse,
} from "../gen/puls/scoringconfig/v1/backtest_pb";
import { addDays } from "../lib/dates";

const WEEKS = 13;
/** Weeks at least this far back have too little data. */
const KNOWN = 11;

/** Results at least this many weeks old have later events. */
const LIFTED = 2;

/** Realistic past weeks: a slow rise, and, if there is a change to compare with, slightly more after it. */
export function sampleBacktest({ scoringType, before }: BacktestScoringRequest): BacktestScoringResponse {
  const figures = (week: number, more: number): JsonValue => {
    const bands = [1319 - 40 * more, 2491, 5568, 3517 + 25 * more - 30 * week, 1758 + 15 * more + 30 * week];
    return {
      enough: week < KNOWN,
      bands,
      scored: bands.reduce((sum, count) => sum + count, 0),
      excluded: 5347,
      // Contacts in higher bands click more.
      lift: week < LIFTED ? [] : bands.map((scored, band) => ({ scored, reached: 1000, clicked: 20 * (band + more) })),
      avgScoring: 48.25 + more * 1.1 - week * 0.35 + (week % 3) * 0.6,
    };
  };
  const compared = before !== undefined;
  return fromJson(BacktestScoringResponseSchema, {
    scoringType: scoringType || "mailing",
    asOf: "2026-11-02T11:04:00Z",
    days: Array.from({ length: WEEKS }, (_, week) => ({
      generatedDate: addDays("2026-11-02", -7 * week),
      changed: figures(week, 2),
      ...(compared && { before: figures(week, 0) }),
    })),
    ...(compared && { moves: { up: 1841, down: 402, same: 12410, entered: 12 } }),
  });
}
