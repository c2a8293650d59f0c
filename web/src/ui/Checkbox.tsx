import { useId, type InputHTMLAttributes, type ReactNode } from "react";
import styles from "./Checkbox.module.css";

interface BoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "onChange"> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

interface CheckboxProps extends BoxProps {
  /** The error of the current state. */
  readonly error?: string | undefined;
  /** The label beside the box; without it `aria-label` is the name. */
  readonly children?: ReactNode;
}

/** A checkbox with its label. */
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
