import { theme, type GlobalToken, type ThemeConfig } from "antd";
import { FONT, palettes, type Mode, type Palette } from "./palettes";

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
      fontFamily: FONT,
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
      Slider: { railBg: palette.borderStrong, railHoverBg: palette.borderStrong },
      Tooltip: {
        colorBgSpotlight: mode === "dark" ? palette.borderStrong : palette.text,
        colorTextLightSolid: "#ffffff",
      },
    },
  };
}
