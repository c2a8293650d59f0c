/** Percent with two decimals, half up and in whole numbers, as the server rounds; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((2 * 10_000 * part + whole) / (2 * whole)) / 100;
}
