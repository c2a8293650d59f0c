import { ConfigProvider } from "antd";
import enLocale from "antd/locale/en_GB";
import plLocale from "antd/locale/pl_PL";
import { useMemo, type ReactNode } from "react";
import { Outlet } from "react-router";
import { useLanguageStore } from "../i18n/language";
import { themeConfig } from "./antd-theme";
import { useMode, useMotion } from "./use-mode";

export { AntdProvider as Component };

const LOCALES = { pl: plLocale, en: enLocale };

/** Looks and words of antd for the pages below: those with large forms. Nothing else waits for its code. */
function AntdProvider(): ReactNode {
  const mode = useMode();
  const motion = useMotion();
  const language = useLanguageStore((state) => state.language);
  const config = useMemo(() => themeConfig(mode, motion), [mode, motion]);
  return (
    <ConfigProvider theme={config} locale={LOCALES[language]} wave={{ disabled: true }}>
      <Outlet />
    </ConfigProvider>
  );
}
