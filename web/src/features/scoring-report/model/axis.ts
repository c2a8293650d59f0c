/** Lines above the base line. */
const STEPS = 4;
/** Room for the number above the highest bar. */
const HEADROOM = 1.08;

/** Round marks for an axis of counts from 0, the last above `highest`. */
export function countTicks(highest: number): number[] {
  const rough = Math.max(1, (highest * HEADROOM) / STEPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor =
    [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((f) => f * power >= rough && Number.isInteger(f * power)) ?? 10;
  return Array.from({ length: STEPS + 1 }, (_, index) => index * factor * power);
}
