import { ConfigProvider, theme, type ConfigProviderProps } from "antd";
import { useMemo, type ReactNode } from "react";
import "./global.css";
import { themeConfig, type Mode } from "./tokens";
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
      <Surface mode={mode} variables={config.cssVar.key}>
        {children}
      </Surface>
    </ConfigProvider>
  );
}

interface SurfaceProps {
  readonly mode: Mode;
  /** Class under which antd writes the tokens as CSS variables. */
  readonly variables: string;
  readonly children: ReactNode;
}

/** The ground that everything stands on: where our own style sheets find the tokens. */
function Surface({ mode, variables, children }: SurfaceProps): ReactNode {
  // Asked for so that antd writes the variables, on pages too that use none of its parts.
  theme.useToken();
  return (
    <div className={`puls ${variables}`} data-mode={mode}>
      {children}
    </div>
  );
}
