import { theme, type GlobalToken, type ThemeConfig } from "antd";

/** Taken from the page's style sheet, so that they change with its mode. */
const COLORS: Partial<GlobalToken> = {
  colorPrimary: "var(--color-primary)",
  colorPrimaryHover: "var(--color-primary)",
  colorPrimaryActive: "var(--color-primary-active)",
  colorPrimaryBorder: "var(--color-primary)",
  colorPrimaryBorderHover: "var(--color-primary)",
  colorError: "var(--color-error)",
  colorErrorBorderHover: "var(--color-error)",
  colorErrorOutline: "var(--control-item-bg-active)",
  colorBgContainer: "var(--color-bg-container)",
  colorBgContainerDisabled: "var(--control-item-bg-hover)",
  colorBgElevated: "var(--color-bg-elevated)",
  colorBorder: "var(--color-border)",
  colorBorderDisabled: "var(--color-border)",
  colorSplit: "var(--color-border-secondary)",
  colorFillSecondary: "var(--color-border-secondary)",
  colorFillTertiary: "var(--control-item-bg-hover)",
  colorText: "var(--color-text)",
  colorTextHeading: "var(--color-text)",
  colorTextPlaceholder: "var(--color-text-tertiary)",
  colorTextQuaternary: "var(--color-text-tertiary)",
  colorTextDisabled: "var(--color-text-tertiary)",
  colorTextLightSolid: "var(--color-text-light-solid)",
  colorIcon: "var(--color-text-tertiary)",
  colorIconHover: "var(--color-text)",
  controlItemBgHover: "var(--control-item-bg-hover)",
  controlItemBgActive: "var(--control-item-bg-active)",
  controlItemBgActiveHover: "var(--control-item-bg-active)",
  // The focus ring of our own fields.
  controlOutline: "var(--control-item-bg-active)",
  controlOutlineWidth: 2,
  boxShadowSecondary: "var(--box-shadow-secondary)",
};

/**
 * The theme of antd's controls, the same as that of our own. antd derives its colours from a few; ours override them.
 */
export function antdTheme(motion: boolean): ThemeConfig {
  return {
    algorithm: (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), ...COLORS }),
    hashed: false,
    cssVar: { key: motion ? "puls" : "puls-still" },
    token: {
      ...COLORS,
      fontFamily: "var(--font-family)",
      motion,
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 34,
      controlHeightLG: 42,
    },
    components: {
      DatePicker: { timeColumnWidth: 72 },
      Select: { optionSelectedFontWeight: 400 },
      Slider: {
        railBg: "var(--color-border)",
        railHoverBg: "var(--color-border)",
        handleColorDisabled: "var(--color-border)",
        trackBgDisabled: "var(--color-border)",
        handleActiveOutlineColor: "color-mix(in srgb, var(--color-primary) 20%, transparent)",
      },
    },
  };
}
