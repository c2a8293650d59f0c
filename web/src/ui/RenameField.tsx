import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useIntl } from "react-intl";
import { toFault } from "../api/fault";
import type { Message } from "../i18n/define-messages";
import { faultMessage } from "../i18n/fault-message";
import { showFault } from "../stores/show-fault";
import styles from "./RenameField.module.css";

interface RenameFieldProps {
  readonly label: string;
  readonly name: string;
  readonly maxLength: number;
  /** The error of a name, checked before calling the server. */
  readonly check: (name: string) => Message | undefined;
  /** Saves the name; throws the error if it is rejected. */
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Focuses the field of the row to rename. */
function take(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/** A field for a name, in its row. Enter saves it, Escape cancels; both return the focus to the row. */
export function RenameField({ label, name: before, maxLength, check, onName, onClose }: RenameFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const [name, setName] = useState(before);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLDivElement>(null);
  const close = (): void => {
    // A save that ends after the field must not close that of another row.
    if (!field.current) return;
    const row = field.current.closest("tr");
    flushSync(onClose);
    // The field that had the focus is removed.
    if (document.activeElement === document.body) row?.querySelector<HTMLElement>("th a, button")?.focus();
  };
  const keep = async (): Promise<void> => {
    const wanted = name.trim();
    const wrong = check(wanted);
    if (wrong) {
      setError(formatMessage(wrong));
      return;
    }
    if (wanted === before) {
      close();
      return;
    }
    try {
      await onName(wanted);
      close();
    } catch (thrown) {
      if (field.current) setError(formatMessage(faultMessage(toFault(thrown))));
      else showFault(thrown);
    }
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Escape") close();
    if (event.key === "Enter") void keep();
  };
  return (
    <div ref={field} className={styles["rename"]}>
      <input
        className="control"
        ref={take}
        aria-label={label}
        aria-invalid={error !== undefined}
        {...(error === undefined ? {} : { "aria-describedby": id })}
        value={name}
        maxLength={maxLength}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onKeyDown={keys}
        onBlur={() => void keep()}
      />
      {error !== undefined && (
        <p id={id} role="alert" className={styles["wrong"]}>
          {error}
        </p>
      )}
    </div>
  );
}
