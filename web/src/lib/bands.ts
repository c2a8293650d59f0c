/** The five bands of the 0–100 score, lowest first. */
export const BANDS = [
  { key: "veryLow", min: 0, max: 20 },
  { key: "low", min: 21, max: 40 },
  { key: "medium", min: 41, max: 60 },
  { key: "high", min: 61, max: 80 },
  { key: "veryHigh", min: 81, max: 100 },
] as const;

/** The indexes of the bands in the order of bars and legends. */
export const HIGH_TO_LOW = [4, 3, 2, 1, 0] as const;

export type BandKey = (typeof BANDS)[number]["key"];

/** The band of a score or of an average, which is rounded to the nearest whole score. */
export function bandOf(score: number): BandKey {
  const whole = Math.round(score);
  return (BANDS.find((band) => whole <= band.max) ?? BANDS[4]).key;
}
