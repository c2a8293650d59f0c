import { describe, expect, test } from "vitest";
import { palettes } from "./palettes";

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(["light", "dark"] as const)("the %s palette", (mode) => {
  const palette = palettes[mode];
  const grounds = [palette.container, palette.layout, palette.elevated, palette.hover];
  const pairs: [string, string, string][] = [
    ...grounds.flatMap((ground): [string, string, string][] => [
      ["text", palette.text, ground],
      ["secondary text", palette.textSecondary, ground],
      ["tertiary text", palette.textTertiary, ground],
      ["links", palette.primary, ground],
    ]),
    ["a selected entry", palette.primary, palette.selected],
    ...[palette.primary, palette.primaryHover, palette.primaryActive].map((ground): [string, string, string] => [
      "a primary button",
      palette.onPrimary,
      ground,
    ]),
    ...[palette.error, palette.warning, palette.success, palette.info].flatMap((signal): [string, string, string][] => [
      ["a signal", signal.text, signal.background],
      ["a signal", signal.text, palette.container],
      ["text on a signal", palette.text, signal.background],
    ]),
  ];

  test.each(pairs)("%s: %s on %s reaches 4.5:1", (_, text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(palette.bands.map((band, index) => [index, palette.bandInks[index] ?? "", band] as const))(
    "what is written on band %i: %s on %s reaches 4.5:1",
    (_, ink, band) => {
      expect(contrast(ink, band)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test("bands grow in contrast with engagement", () => {
    const contrasts = palette.bands.map((band) => contrast(band, palette.container));
    expect(contrasts).toEqual([...contrasts].sort((a, b) => a - b));
  });
});
