import { useId, type InputHTMLAttributes, type ReactNode } from "react";
import styles from "./Checkbox.module.css";

interface BoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "onChange"> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

interface CheckboxProps extends BoxProps {
  /** Why it cannot stay as it is. */
  readonly error?: string | undefined;
  /** Beside the box; without it `aria-label` names it. */
  readonly children?: ReactNode;
}

/** A box to tick, with its words. */
export function Checkbox({ error, className = "", children, onChange, ...input }: CheckboxProps): ReactNode {
  const id = useId();
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
      {children === undefined ? (
        box
      ) : (
        <label className={`${styles["words"]} ${className}`}>
          {box}
          <span>{children}</span>
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

/** On or off; it takes effect at once. */
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
