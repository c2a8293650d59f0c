import CopyOutlined from "@ant-design/icons-svg/es/asn/CopyOutlined";
import type { ReactNode } from "react";
import { showSnackbar } from "../stores/app-store";
import { Button } from "./Button";
import { copyMessages as messages } from "./copy-messages";
import { Icon } from "./Icon";

interface CopyButtonProps {
  readonly text: string;
  /** Name of the button: what is copied. */
  readonly "aria-label": string;
}

/** Copies a text and says so. */
export function CopyButton({ text, ...name }: CopyButtonProps): ReactNode {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showSnackbar({ message: messages.copied });
    } catch {
      // Pages without https have no clipboard, and a person may refuse it.
      showSnackbar({ message: messages.failed }, { type: "warning" });
    }
  };
  return <Button {...name} type="text" size="small" icon={<Icon of={CopyOutlined} />} onClick={() => void copy()} />;
}
