/** Percent with two decimals, rounded half up in integer arithmetic, as on the server; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((2 * 10_000 * part + whole) / (2 * whole)) / 100;
}
