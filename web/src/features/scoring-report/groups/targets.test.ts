import { expect, test } from "vitest";
import { sumOf } from "./rows";
import { rangesOf } from "./targets";

test("selected bands that adjoin are one range of scores", () => {
  expect(rangesOf(["veryHigh", "veryLow", "high"])).toEqual([
    { scoringMin: 0, scoringMax: 20 },
    { scoringMin: 61, scoringMax: 100 },
  ]);
  expect(rangesOf([])).toEqual([]);
});

test("contacts of the selected rows are counted without visitors that are none", () => {
  const rows = [
    { key: "veryLow", count: 7, unknown: 3 },
    { key: "low", count: 5, unknown: 5 },
    { key: "high", count: 9, unknown: 0 },
  ];
  expect(sumOf(rows, ["veryLow", "low"])).toEqual({ count: 4, unknown: 8 });
  expect(sumOf(rows, [])).toEqual({ count: 0, unknown: 0 });
});
