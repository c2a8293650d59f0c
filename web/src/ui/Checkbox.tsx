import { useId, type InputHTMLAttributes, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../i18n/define-messages";
import styles from "./Checkbox.module.css";

interface BoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "onChange"> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

interface CheckboxProps extends BoxProps {
  /** The error of the current state. */
  readonly error?: string | undefined;
  /** The label beside the box, or as children what one message cannot give; without both `aria-label` is the name. */
  readonly label?: Message;
  readonly children?: ReactNode;
}

/** A checkbox with its label. */
export function Checkbox({ error, className = "", label, children, onChange, ...input }: CheckboxProps): ReactNode {
  const id = useId();
  const words = label ? <FormattedMessage {...label} /> : children;
  const box = (
    <input
      {...input}
      {...(error === undefined ? {} : { "aria-invalid": true, "aria-describedby": id })}
      type="checkbox"
      className={styles["box"]}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
  return (
    <>
      {words === undefined ? (
        box
      ) : (
        <label className={`${styles["words"]} ${className}`}>
          {box}
          <span>{words}</span>
        </label>
      )}
      {error !== undefined && (
        <p id={id} className={styles["error"]} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** A switch, on or off; it takes effect at once. */
export function Switch({ onChange, ...input }: BoxProps & { readonly id?: string }): ReactNode {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      className={styles["switch"]}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
