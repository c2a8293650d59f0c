export type Mode = "light" | "dark";

/** Colours of a message: `text` has a contrast of 4.5:1 on `background` and on `container`. */
interface Signal {
  readonly text: string;
  readonly background: string;
  readonly border: string;
}

/** The colours of one mode. Text colours have a contrast of 4.5:1 on `container` and on `layout`. */
export interface Palette {
  readonly primary: string;
  readonly onPrimary: string;
  readonly layout: string;
  readonly container: string;
  readonly elevated: string;
  readonly border: string;
  readonly borderStrong: string;
  readonly text: string;
  readonly textSecondary: string;
  readonly textTertiary: string;
  readonly selected: string;
  readonly hover: string;
  /** For buttons and links under the pointer; its contrast on `container` is at least that of `primary`. */
  readonly primaryHover: string;
  readonly primaryActive: string;
  readonly error: Signal;
  readonly warning: Signal;
  readonly success: Signal;
  readonly info: Signal;
  /** The five score bands, lowest first: one hue, darker with engagement. */
  readonly bands: readonly [string, string, string, string, string];
  /** The edges of the bands' bars: 3:1 against `container`, so that pale bars are visible. */
  readonly bandEdges: readonly [string, string, string, string, string];
  /** Text on the bands: 4.5:1 against each. */
  readonly bandInks: readonly [string, string, string, string, string];
}

export const palettes: Readonly<Record<Mode, Palette>> = {
  light: {
    primary: "#0c7a52",
    onPrimary: "#ffffff",
    layout: "#f5f7f6",
    container: "#ffffff",
    elevated: "#ffffff",
    border: "#e1e7e4",
    borderStrong: "#c3cdc8",
    text: "#16211c",
    textSecondary: "#4b5a53",
    textTertiary: "#5f6d66",
    selected: "#e4f3ec",
    hover: "#f0f4f2",
    primaryHover: "#0a6a47",
    primaryActive: "#08573a",
    error: { text: "#b92c2c", background: "#fdf0ef", border: "#eec3c1" },
    warning: { text: "#8a5708", background: "#fdf5e6", border: "#ecd6a8" },
    success: { text: "#0c7a52", background: "#eaf6f0", border: "#b9dfcd" },
    info: { text: "#1c62b9", background: "#eef4fc", border: "#c0d6f2" },
    bands: ["#b4d8c7", "#83c1a4", "#4ba47e", "#1a8058", "#0a6243"],
    bandEdges: ["#5f9a80", "#4b9472", "#33865f", "#1a8058", "#0a6243"],
    bandInks: ["#16211c", "#16211c", "#16211c", "#ffffff", "#ffffff"],
  },
  dark: {
    primary: "#45bd8d",
    onPrimary: "#06170f",
    layout: "#0e1311",
    container: "#151b18",
    elevated: "#1c2420",
    border: "#28322d",
    borderStrong: "#3d4a44",
    text: "#e4ebe7",
    textSecondary: "#a8b5ae",
    textTertiary: "#8c9a93",
    selected: "#17382b",
    hover: "#1d2521",
    primaryHover: "#62d0a3",
    primaryActive: "#37a97c",
    error: { text: "#f3837e", background: "#2b1919", border: "#5c2f2d" },
    warning: { text: "#dba545", background: "#2a2213", border: "#594621" },
    success: { text: "#45bd8d", background: "#13291f", border: "#245541" },
    info: { text: "#74aaf0", background: "#15212f", border: "#2b4465" },
    bands: ["#21503e", "#287054", "#31916c", "#4bb88b", "#8ce0b9"],
    bandEdges: ["#4a8a70", "#4a8a70", "#4aa580", "#62d0a3", "#a9ecd0"],
    bandInks: ["#e4ebe7", "#ffffff", "#06170f", "#06170f", "#06170f"],
  },
};

/** The font of the product. */
export const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** The custom properties of our style sheets: those of a palette, and those common to all palettes. */
export function cssVariables(palette: Palette): Readonly<Record<string, string>> {
  return {
    "--font-family": FONT,
    "--font-size": "14px",
    "--line-height": "1.5714",
    "--border-radius": "6px",
    "--border-radius-lg": "10px",
    "--box-shadow-secondary": "0 6px 16px 0 rgb(0 0 0 / 8%), 0 3px 6px -4px rgb(0 0 0 / 12%)",
    "--box-shadow-low": "0 1px 2px rgb(0 0 0 / 10%)",
    "--shade": "rgb(0 0 0 / 45%)",
    "--color-bg-layout": palette.layout,
    "--color-bg-container": palette.container,
    "--color-bg-elevated": palette.elevated,
    "--color-border": palette.borderStrong,
    "--color-border-secondary": palette.border,
    "--color-text": palette.text,
    "--color-text-secondary": palette.textSecondary,
    "--color-text-tertiary": palette.textTertiary,
    "--color-text-light-solid": palette.onPrimary,
    "--color-primary": palette.primary,
    "--color-primary-hover": palette.primaryHover,
    "--color-primary-active": palette.primaryActive,
    "--control-item-bg-active": palette.selected,
    "--control-item-bg-hover": palette.hover,
    "--arrow": arrow(palette.textTertiary),
    ...signal("error", palette.error),
    ...signal("warning", palette.warning),
    ...signal("success", palette.success),
    ...signal("info", palette.info),
    ...Object.fromEntries(palette.bands.map((band, index) => [`--band-${index + 1}`, band])),
    ...Object.fromEntries(palette.bandEdges.map((edge, index) => [`--band-edge-${index + 1}`, edge])),
    ...Object.fromEntries(palette.bandInks.map((ink, index) => [`--band-ink-${index + 1}`, ink])),
  };
}

/** The arrow of a select as an image: the browser's own differs between systems. */
function arrow(color: string): string {
  const path =
    "M884 256h-75c-5 0-10 3-13 7L512 654 228 263c-3-4-8-7-13-7h-75c-6 0-10 7-6 13l352 486c13 18 39 18 52 0l352-486c4-6 0-13-6-13z";
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='64 64 896 896' fill='${color}'><path d='${path}'/></svg>`;
  return `url("data:image/svg+xml,${svg.replaceAll("#", "%23").replaceAll("<", "%3C").replaceAll(">", "%3E")}")`;
}

function signal(name: string, { text, background, border }: Signal): Record<string, string> {
  return {
    [`--color-${name}`]: text,
    [`--color-${name}-bg`]: background,
    [`--color-${name}-border`]: border,
  };
}
