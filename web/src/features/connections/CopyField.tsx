import CopyOutlined from "@ant-design/icons-svg/es/asn/CopyOutlined";
import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../../i18n/define-messages";
import { showSnackbar } from "../../stores/app-store";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import styles from "./Connections.module.css";
import { connectionMessages as messages } from "./messages";

interface CopyFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  /** On the button. */
  readonly action: Message;
  /** Lines instead of one. */
  readonly rows?: number;
}

/** Something to be pasted elsewhere, with the button that copies it. */
export function CopyField({ label, value, action, rows }: CopyFieldProps): ReactNode {
  const id = useId();
  const field = { id, value, readOnly: true, spellCheck: false };
  return (
    <div className={styles["copy"]}>
      <label htmlFor={id}>{label}</label>
      <div>
        {rows === undefined ? (
          <input {...field} onFocus={(event) => event.target.select()} />
        ) : (
          <textarea {...field} rows={rows} onFocus={(event) => event.target.select()} />
        )}
        <Button icon={<Icon of={CopyOutlined} />} onClick={() => void copy(value)}>
          <FormattedMessage {...action} />
        </Button>
      </div>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSnackbar({ message: messages.copied });
  } catch {
    // Pages without https have no clipboard, and a person may refuse it.
    showSnackbar({ message: messages.copyFailed }, { type: "warning" });
  }
}
