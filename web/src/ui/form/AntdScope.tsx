import { StyleProvider, type Transformer } from "@ant-design/cssinjs";
import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { useMotion } from "../../theme/use-mode";
import { antdTheme } from "./antd-theme";

/** Created once: antd generates its styles again for another object. */
const MOVING = antdTheme(true);
const STILL = antdTheme(false);

/** antd styles every link of the page permanently; none of our controls has a link. */
const withoutLinks: Transformer = {
  visit: (styles) => Object.fromEntries(Object.entries(styles).filter(([selector]) => selector !== "a")),
};
const TRANSFORMERS = [withoutLinks];

/** Lists open in the dialog of the control: content outside of it can be neither seen nor reached. */
const nearest = (control?: HTMLElement): HTMLElement => control?.closest("dialog") ?? document.body;

/** The appearance of one antd control. Its texts are those of its caller. */
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
