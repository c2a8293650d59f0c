import { theme, type GlobalToken, type ThemeConfig } from "antd";

export type Mode = "light" | "dark";

/** Colours of something that is said: `text` reaches 4.5:1 on `background` and on `container`. */
interface Signal {
  readonly text: string;
  readonly background: string;
  readonly border: string;
}

/** The colours of one mode. Text colours reach 4.5:1 on `container` and on `layout`. */
interface Palette {
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
  /** Of buttons and links under the pointer; as strong on `container` as `primary` or stronger. */
  readonly primaryHover: string;
  readonly primaryActive: string;
  readonly error: Signal;
  readonly warning: Signal;
  readonly success: Signal;
  readonly info: Signal;
  /** Of the five score bands, lowest first: one hue, deeper with engagement. */
  readonly bands: readonly [string, string, string, string, string];
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
    bands: ["#b4d8c7", "#83c1a4", "#4ba47e", "#1c875d", "#0a6243"],
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
  },
};

/**
 * The palette's colours word for word. They come last in the algorithm, because the dark one would darken the colours
 * that antd counts as seeds, and with them the contrast.
 */
function exactColors(palette: Palette): Partial<GlobalToken> {
  return {
    colorPrimary: palette.primary,
    colorPrimaryHover: palette.primaryHover,
    colorPrimaryActive: palette.primaryActive,
    colorPrimaryBg: palette.selected,
    colorPrimaryBgHover: palette.selected,
    colorPrimaryBorder: palette.primary,
    colorLink: palette.primary,
    colorLinkHover: palette.primaryHover,
    colorLinkActive: palette.primaryActive,
    colorInfo: palette.info.text,
    colorInfoBg: palette.info.background,
    colorInfoBorder: palette.info.border,
    colorSuccess: palette.success.text,
    colorSuccessBg: palette.success.background,
    colorSuccessBorder: palette.success.border,
    colorWarning: palette.warning.text,
    colorWarningBg: palette.warning.background,
    colorWarningBorder: palette.warning.border,
    colorError: palette.error.text,
    colorErrorBg: palette.error.background,
    colorErrorBorder: palette.error.border,
    colorBgLayout: palette.layout,
    colorBgContainer: palette.container,
    colorBgElevated: palette.elevated,
    colorBorder: palette.borderStrong,
    colorBorderSecondary: palette.border,
    colorSplit: palette.border,
    colorText: palette.text,
    colorTextHeading: palette.text,
    colorTextSecondary: palette.textSecondary,
    colorTextTertiary: palette.textTertiary,
    colorTextDescription: palette.textTertiary,
    colorTextPlaceholder: palette.textTertiary,
    colorTextLightSolid: palette.onPrimary,
    controlItemBgHover: palette.hover,
    controlItemBgActive: palette.selected,
    controlItemBgActiveHover: palette.selected,
  };
}

/** Everything that antd is told about looks. */
export function themeConfig(mode: Mode, motion: boolean): ThemeConfig & { cssVar: { key: string } } {
  const palette = palettes[mode];
  return {
    algorithm: [
      mode === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm,
      (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), ...exactColors(palette) }),
    ],
    hashed: false,
    cssVar: { key: `puls-${mode}-${motion ? "moving" : "still"}` },
    token: {
      ...exactColors(palette),
      fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
      motion,
      fontSize: 14,
      borderRadius: 6,
      borderRadiusLG: 10,
      controlHeight: 34,
      lineWidthFocus: 2,
      wireframe: false,
    },
    components: {
      Button: { primaryColor: palette.onPrimary, primaryShadow: "none", defaultShadow: "none", fontWeight: 500 },
      Menu: {
        itemBg: "transparent",
        subMenuItemBg: "transparent",
        itemSelectedBg: palette.selected,
        itemSelectedColor: palette.primary,
        itemHoverBg: palette.hover,
        itemHeight: 36,
        itemBorderRadius: 6,
        groupTitleColor: palette.textTertiary,
        groupTitleFontSize: 12,
        activeBarBorderWidth: 0,
      },
      Table: {
        headerBg: "transparent",
        headerColor: palette.textSecondary,
        headerSplitColor: "transparent",
        headerSortActiveBg: "transparent",
        headerSortHoverBg: palette.hover,
        bodySortBg: "transparent",
        rowHoverBg: palette.hover,
        borderColor: palette.border,
        cellPaddingBlock: 12,
      },
      Segmented: {
        itemSelectedBg: mode === "dark" ? palette.borderStrong : palette.container,
        trackBg: mode === "dark" ? palette.hover : palette.border,
        itemColor: palette.textSecondary,
      },
      Tooltip: {
        colorBgSpotlight: mode === "dark" ? palette.borderStrong : palette.text,
        colorTextLightSolid: "#ffffff",
      },
    },
  };
}
