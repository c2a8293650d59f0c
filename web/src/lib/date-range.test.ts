import { expect, test } from "vitest";
import { isDay, PRESETS, presetOf, rangeOf } from "./date-range";

test.each([
  ["today", "2026-03-01", "2026-03-01", "2026-03-01"],
  ["yesterday", "2026-03-01", "2026-02-28", "2026-02-28"],
  ["last7", "2026-11-03", "2026-10-28", "2026-11-03"],
  ["last30", "2026-11-03", "2026-10-05", "2026-11-03"],
  ["thisMonth", "2026-11-03", "2026-11-01", "2026-11-03"],
  ["lastMonth", "2028-03-31", "2028-02-01", "2028-02-29"],
  ["lastMonth", "2026-01-15", "2025-12-01", "2025-12-31"],
] as const)("%s, on %s, is from %s to %s", (preset, today, start, end) => {
  expect(rangeOf(preset, today)).toEqual({ start, end });
});

test("a range is the preset that has its days", () => {
  for (const preset of PRESETS) expect(presetOf(rangeOf(preset, "2026-11-17"), "2026-11-17")).toBe(preset);
  expect(presetOf({ start: "2026-11-02", end: "2026-11-17" }, "2026-11-17")).toBeUndefined();
});

test("a day is a day of the calendar", () => {
  expect(["1970-01-01", "2026-02-28"].map(isDay)).toEqual([true, true]);
  const none = ["2026-13-01", "2026-02-29", "2026-2-1", "0202-11-08", "", null, undefined];
  expect(none.filter(isDay)).toEqual([]);
});
