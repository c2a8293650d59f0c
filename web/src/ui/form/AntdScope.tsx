import { StyleProvider, type Transformer } from "@ant-design/cssinjs";
import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { useMotion } from "../../theme/use-mode";
import { antdTheme } from "./antd-theme";

/** Made once: antd makes its styles anew for another object. */
const MOVING = antdTheme(true);
const STILL = antdTheme(false);

/** antd gives every link of the page its own look, for good; no control of ours has a link. */
const withoutLinks: Transformer = {
  visit: (styles) => Object.fromEntries(Object.entries(styles).filter(([selector]) => selector !== "a")),
};
const TRANSFORMERS = [withoutLinks];

/** Lists open in the dialog that the control is in: what is outside of it can be neither seen nor reached. */
const nearest = (control?: HTMLElement): HTMLElement => control?.closest("dialog") ?? document.body;

/** Looks of one antd control. Its words are those of its caller. */
export function AntdScope({ children }: { readonly children: ReactNode }): ReactNode {
  const motion = useMotion();
  return (
    <StyleProvider transformers={TRANSFORMERS}>
      <ConfigProvider theme={motion ? MOVING : STILL} getPopupContainer={nearest} wave={{ disabled: true }}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}
