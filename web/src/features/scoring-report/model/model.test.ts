import { fromJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { GetPartitionSummaryResponseSchema } from "../../../gen/puls/reports/v1/report_service_pb";
import { ConfigSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import { PARTITION } from "../../../test/sample-api";
import { bandRows, sumOf } from "./bands";
import { percentileOf, referencesOf } from "./references";

describe("bands of a report", () => {
  test("are five, lowest first, whatever the answer leaves out", () => {
    const rows = bandRows(fromJson(GetPartitionSummaryResponseSchema, { items: [{ scoringMin: 61, emailCount: 4 }] }));
    expect(rows.map(({ min, max, count }) => [min, max, count])).toEqual([
      [0, 20, 0],
      [21, 40, 0],
      [41, 60, 0],
      [61, 80, 4],
      [81, 100, 0],
    ]);
  });

  test("carry the counts of the answer", () => {
    const rows = bandRows(fromJson(GetPartitionSummaryResponseSchema, PARTITION));
    expect(rows.map((row) => row.percent)).toEqual([10, 20, 45, 15, 10]);
    expect(sumOf(rows, ({ newCount }) => newCount)).toBe(9);
  });

  test("of visitors count all, known and unknown", () => {
    const share = (count: number): { count: number; percent: number } => ({ count, percent: count });
    const answer = {
      items: [{ scoringMin: 0, emailCount: 7, value: 7, known: share(2), unknown: share(5), all: share(7) }],
    };
    expect(bandRows(fromJson(GetPartitionSummaryResponseSchema, answer))[0]).toMatchObject({
      count: 7,
      percent: 7,
      known: 2,
      unknown: 5,
    });
  });
});

describe("references", () => {
  test("of rates are fractions with the weight of their part; nobody's is absent", () => {
    const answer = fromJson(GetPartitionSummaryResponseSchema, {
      scoringType: "mailing",
      references: { delivery: "1/1", or: "7/8", ctr: null },
      samples: { delivery: 30, or: 29 },
      saturated: ["delivery"],
    });
    const config = fromJson(ConfigSchema, {
      mailing: { weights: { or: "0.45", ctr: "0.30", delivery: "0.25" }, percentile: 0.85 },
    });
    expect(referencesOf(answer, config)).toEqual([
      { component: "or", weight: 45, mark: { part: 7, whole: 8 }, sample: 29, thin: true, saturated: false },
      { component: "ctr", weight: 30, mark: undefined, sample: undefined, thin: false, saturated: false },
      { component: "delivery", weight: 25, mark: { part: 1, whole: 1 }, sample: 30, thin: false, saturated: true },
    ]);
    expect(percentileOf(answer, config, "mailing")).toBe(85);
  });

  test("of events are counts", () => {
    const answer = fromJson(GetPartitionSummaryResponseSchema, { scoringType: "web", references: { purchase: 2 } });
    expect(referencesOf(answer, undefined)).toEqual([
      expect.objectContaining({ component: "purchase", weight: undefined, mark: { part: 2, whole: undefined } }),
    ]);
  });
});
