import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GetFluctuationResponseSchema } from "../../../gen/puls/reports/v1/fluctuation_pb";
import { flowOf } from "./flow";
import { movementOf, movesOf, sum } from "./movement";

const band = fc.integer({ min: 0, max: 4 });
const count = fc.integer({ min: 1, max: 1_000_000 });
const reason = fc.constantFrom("NO_CONSENT", "NO_SENDING", "NEW", "ERASED", undefined);
const answers = fc
  .record({
    items: fc.array(fc.record({ fromBand: band, toBand: band, count })),
    entered: fc.array(fc.record({ band, reason, count })),
    left: fc.array(fc.record({ band, reason, count })),
  })
  .map((answer) => create(GetFluctuationResponseSchema, answer as object));

test("the moves of each band add up to those that were in it", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const movement = movementOf(answer);
      const moves = movesOf(movement);
      expect(moves.map(({ band }) => band)).toEqual([4, 3, 2, 1, 0]);
      for (const { before, up, same, down, left } of moves) expect(up + same + down + left).toBe(before);
      expect(sum(moves.map(({ up }) => up))).toBe(movement.up);
      expect(sum(moves.map(({ down }) => down))).toBe(movement.down);
    }),
  );
});

test("the matrix adds up in both directions", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const movement = movementOf(answer);
      const parts = (list: readonly { readonly count: number }[]): number => sum(list.map((one) => one.count));
      expect(sum(movement.before)).toBe(parts(answer.items) + parts(answer.left));
      expect(sum(movement.after)).toBe(parts(answer.items) + parts(answer.entered));
      expect(movement.up + movement.down + movement.unchanged).toBe(parts(answer.items));
      expect(parts(movement.enteredBy)).toBe(sum(movement.entered));
      expect(parts(movement.leftBy)).toBe(sum(movement.left));
    }),
  );
});

test("the flow's ribbons fill each place exactly, and stay inside the picture", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const { nodes, ribbons } = flowOf(movementOf(answer), 600);
      for (const node of nodes) {
        const own = ribbons.filter(({ from, to }) => from === node || to === node);
        expect(sum(own.map((one) => one.count))).toBe(node.count);
        for (const { from, fromTop, toTop, height } of own) {
          const top = from === node ? fromTop : toTop;
          expect(top).toBeGreaterThanOrEqual(node.top - 1e-6);
          expect(top + height).toBeLessThanOrEqual(node.top + node.height + 1e-6);
        }
        expect(node.top + node.height).toBeLessThanOrEqual(600 + 1e-6);
      }
    }),
  );
});

test("up is towards higher bands, and reasons stand by their number", () => {
  const movement = movementOf(
    create(GetFluctuationResponseSchema, {
      items: [
        { fromBand: 0, toBand: 4, count: 3 },
        { fromBand: 3, toBand: 2, count: 5 },
        { fromBand: 1, toBand: 1, count: 7 },
      ],
      entered: [
        { band: 0, reason: "NEW", count: 1 },
        { band: 4, reason: "NO_SENDING", count: 2 },
        { band: 1, reason: "NEW", count: 4 },
      ],
      left: [{ band: 2, count: 6 }],
    }),
  );
  expect(movement).toMatchObject({
    up: 3,
    down: 5,
    unchanged: 7,
    before: [3, 7, 6, 5, 0],
    after: [1, 11, 5, 0, 5],
    enteredBy: [
      { reason: "NEW", count: 5 },
      { reason: "NO_SENDING", count: 2 },
    ],
    leftBy: [{ reason: "", count: 6 }],
  });
});
