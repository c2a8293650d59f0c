import { expect, test } from "vitest";
import { countOf, rangesOf, unknownOf } from "./targets";

const band = (min: number, max: number, count = 1, unknown?: number) => ({ min, max, count, unknown });

test("ticked bands that adjoin are one range of scores", () => {
  expect(rangesOf([band(81, 100), band(0, 20), band(61, 80)])).toEqual([
    { scoringMin: 0, scoringMax: 20 },
    { scoringMin: 61, scoringMax: 100 },
  ]);
  expect(rangesOf([])).toEqual([]);
});

test("the ticked are counted, and those among them who are no contacts", () => {
  const bands = { kind: "bands", bands: [band(0, 20, 7, 3), band(21, 40, 5, 5), band(41, 60, 2)] } as const;
  expect([countOf(bands), unknownOf(bands)]).toEqual([14, 8]);
  const reasons = { kind: "reasons", reasons: [{ reason: "NO_CONSENT", count: 4 }] } as const;
  expect([countOf(reasons), unknownOf(reasons)]).toEqual([4, 0]);
});
