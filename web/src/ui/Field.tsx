import EyeInvisibleOutlined from "@ant-design/icons-svg/es/asn/EyeInvisibleOutlined";
import EyeOutlined from "@ant-design/icons-svg/es/asn/EyeOutlined";
import { useId, useState, type InputHTMLAttributes, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { Button } from "./Button";
import styles from "./Field.module.css";
import { Icon } from "./Icon";

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  readonly label: ReactNode;
  /** What is wrong with what stands there. */
  readonly error?: string | undefined;
  /** Under the field. */
  readonly extra?: ReactNode;
}

/** A text field with its label above and what is wrong with it below, tied together for readers. */
export function Field({ label, error, extra, ...input }: FieldProps): ReactNode {
  const id = useId();
  const { formatMessage } = useIntl();
  const [shown, setShown] = useState(false);
  const secret = input.type === "password";
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      <div className={styles["frame"]} data-wrong={error !== undefined}>
        <input
          {...input}
          id={id}
          className={styles["input"]}
          type={secret && shown ? "text" : input.type}
          aria-required={input["aria-required"] ?? true}
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { "aria-describedby": `${id}-error` })}
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
      {error !== undefined && (
        <p id={`${id}-error`} className={styles["error"]} role="alert">
          {error}
        </p>
      )}
      {extra !== undefined && <p className={styles["extra"]}>{extra}</p>}
    </div>
  );
}
