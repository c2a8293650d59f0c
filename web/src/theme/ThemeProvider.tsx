import { App, ConfigProvider, type ConfigProviderProps } from "antd";
import { useMemo, type ReactNode } from "react";
import "./global.css";
import { themeConfig } from "./tokens";
import { useMode, useMotion } from "./use-mode";

/** Brings the tokens to antd and, as CSS variables, to our own style sheets. */
export function ThemeProvider({
  locale,
  children,
}: {
  readonly locale: ConfigProviderProps["locale"];
  readonly children: ReactNode;
}): ReactNode {
  const mode = useMode();
  const motion = useMotion();
  const config = useMemo(() => themeConfig(mode, motion), [mode, motion]);
  return (
    <ConfigProvider theme={config} locale={locale} wave={{ disabled: true }}>
      <App>
        <div className="puls" data-mode={mode}>
          {children}
        </div>
      </App>
    </ConfigProvider>
  );
}
