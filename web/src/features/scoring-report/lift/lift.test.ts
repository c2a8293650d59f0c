import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { GetLiftResponseSchema } from "../../../gen/puls/reports/v1/lift_pb";
import { percentOf } from "../../../lib/share";
import { liftRows, verdictOf } from "./lift";

const answer = (...bands: (readonly [reached: number, opened: number, clicked: number])[]) =>
  create(GetLiftResponseSchema, {
    items: bands.map(([reached, opened, clicked], band) => ({
      scoringMin: band === 0 ? 0 : 20 * band + 1,
      scored: reached + 1,
      reached,
      opened,
      clicked,
    })),
  });
const none = [0, 0, 0] as const;
const verdict = (...bands: Parameters<typeof answer>) => verdictOf(liftRows(answer(...bands), "mailing"), "mailing");

test("percents are rounded as the server rounds them", () => {
  expect([percentOf(1, 3), percentOf(1, 8), percentOf(1, 800), percentOf(0, 0), percentOf(5, 5)]).toEqual([
    33.33, 12.5, 0.13, 0, 100,
  ]);
});

test("shares are of those with a message, on websites of all", () => {
  const [lowest] = liftRows(answer([8, 4, 1]), "mailing");
  expect(lowest).toMatchObject({
    scored: 9,
    base: 8,
    deeds: [
      { deed: "opened", count: 4, percent: 50 },
      { deed: "clicked", count: 1, percent: 12.5 },
    ],
  });
  expect(liftRows(answer([8, 4, 1]), "sms")[0]?.deeds.map(({ deed }) => deed)).toEqual(["clicked"]);
  expect(liftRows(answer([8, 4, 1]), "web")[0]).toMatchObject({ base: 9 });
});

describe("the sentence", () => {
  test("compares the highest band with the lowest of those that have somebody", () => {
    expect(verdict(none, [100, 20, 5], [1, 1, 1], [50, 30, 10], none)).toMatchObject({
      kind: "rising",
      deed: "clicked",
      low: { min: 21 },
      high: { min: 61 },
      times: 4,
    });
  });

  test("does not divide by those who never click", () => {
    expect(verdict([100, 0, 0], none, none, none, [10, 5, 1])).toMatchObject({ kind: "rising", times: undefined });
  });

  test("says when the score does not rise, when nobody clicks, and when there is nothing to compare", () => {
    expect(verdict([100, 5, 5], none, none, none, [100, 9, 5])).toMatchObject({ kind: "flat", deed: "clicked" });
    expect(verdict([100, 5, 0], none, none, none, [100, 9, 0])).toEqual({ kind: "noResponses" });
    expect(verdict([100, 5, 3])).toEqual({ kind: "unknown" });
  });

  test("of websites is about what is nearest to buying and was done at all", () => {
    const items = [
      { scoringMin: 0, scored: 10, pageView: 10, checkoutView: 1 },
      { scoringMin: 81, scored: 10, pageView: 10, checkoutView: 5 },
    ];
    const rows = liftRows(create(GetLiftResponseSchema, { items }), "web");
    expect(verdictOf(rows, "web")).toMatchObject({ kind: "rising", deed: "checkoutView", times: 5 });
  });
});
