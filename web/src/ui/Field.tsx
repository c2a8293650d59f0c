import EyeInvisibleOutlined from "@ant-design/icons-svg/es/asn/EyeInvisibleOutlined";
import EyeOutlined from "@ant-design/icons-svg/es/asn/EyeOutlined";
import { useId, useState, type InputHTMLAttributes, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { Button } from "./Button";
import styles from "./Field.module.css";
import { Icon } from "./Icon";
import { wordsOf, type Words } from "./words";

/** Connects a control to its label and its error. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby"?: string;
}

interface LabelledProps {
  readonly label: Words;
  /** The error of its value. */
  readonly error?: string | undefined;
  /** Shown below the control. */
  readonly extra?: Words;
}

/** A control with its label above and its error below. */
export function Labelled({
  label,
  error,
  extra,
  children,
}: LabelledProps & { readonly children: (control: ControlProps) => ReactNode }): ReactNode {
  const id = useId();
  const notes = [error !== undefined && `${id}-error`, extra !== undefined && `${id}-extra`].filter(Boolean);
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{wordsOf(label)}</label>
      {children({
        id,
        "aria-invalid": error !== undefined,
        ...(notes.length > 0 && { "aria-describedby": notes.join(" ") }),
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="wrong" role="alert">
          {error}
        </p>
      )}
      {extra !== undefined && (
        <p id={`${id}-extra`} className={styles["extra"]}>
          {wordsOf(extra)}
        </p>
      )}
    </div>
  );
}

export interface FieldProps extends LabelledProps, Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {}

/** A text field. */
export function Field({ label, error, extra, ...input }: FieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const [shown, setShown] = useState(false);
  const secret = input.type === "password";
  return (
    <Labelled label={label} error={error} extra={extra}>
      {(control) => (
        <div className={styles["frame"]} data-wrong={error !== undefined}>
          <input
            {...input}
            {...control}
            className={styles["input"]}
            type={secret && shown ? "text" : input.type}
            aria-required={input["aria-required"] ?? true}
            aria-describedby={
              [control["aria-describedby"], input["aria-describedby"]].filter(Boolean).join(" ") || undefined
            }
          />
          {secret && (
            <Button
              type="text"
              size="small"
              aria-pressed={shown}
              aria-label={formatMessage(commonMessages.showPassword)}
              icon={<Icon of={shown ? EyeOutlined : EyeInvisibleOutlined} />}
              onClick={() => setShown(!shown)}
            />
          )}
        </div>
      )}
    </Labelled>
  );
}
