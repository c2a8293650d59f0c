import CheckCircleFilled from "@ant-design/icons-svg/es/asn/CheckCircleFilled";
import MinusCircleOutlined from "@ant-design/icons-svg/es/asn/MinusCircleOutlined";
import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import type { Message } from "../i18n/define-messages";
import { isStrongPassword, keptRules, PASSWORD_RULES } from "../lib/password";
import { Field } from "./Field";
import { Icon } from "./Icon";
import styles from "./NewPassword.module.css";
import { passwordMessages as messages, passwordRuleMessages } from "./messages";
import type { Errors, FoundErrors } from "./use-form";
import { wordMessages } from "../i18n/word-messages";
import { faultMessages } from "../i18n/fault-messages";

export interface NewPasswordValues {
  readonly password: string;
  readonly confirmation: string;
}

export const NO_PASSWORD: NewPasswordValues = { password: "", confirmation: "" };

/** The errors of a new password, which must differ from the current one. */
export function checkNewPassword({ password, confirmation }: NewPasswordValues, present?: string): FoundErrors {
  return {
    password: passwordError(password) ?? (password === present && faultMessages.ACCOUNT_PASSWORD_UNCHANGED),
    confirmation: confirmation === "" ? commonMessages.required : confirmation !== password && messages.different,
  };
}

function passwordError(password: string): Message | undefined {
  if (password === "") return commonMessages.required;
  return isStrongPassword(password) ? undefined : faultMessages.ACCOUNT_WEAK_PASSWORD;
}

interface NewPasswordProps {
  readonly label?: Message;
  readonly values: NewPasswordValues;
  readonly errors: Errors;
  readonly onChange: (part: Partial<NewPasswordValues>) => void;
  /** Called when these fields lose the focus. */
  readonly onBlur: (...names: readonly string[]) => void;
}

/** A new password with its rules, ticked while typing, and its confirmation. */
export function NewPassword({ label, values, errors, onChange, onBlur }: NewPasswordProps): ReactNode {
  const { formatMessage } = useIntl();
  const rulesId = useId();
  const kept = keptRules(values.password);
  const field = (name: keyof NewPasswordValues) => ({
    name,
    type: "password",
    autoComplete: "new-password",
    maxLength: 1024,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <div className="stack tight">
        <Field
          {...field("password")}
          label={label ?? wordMessages.password}
          aria-describedby={rulesId}
          onBlur={() => onBlur("password", ...(values.confirmation === "" ? [] : ["confirmation"]))}
        />
        <ul id={rulesId} className={styles["rules"]} aria-label={formatMessage(messages.rules)}>
          {PASSWORD_RULES.map((rule) => (
            <li key={rule} data-kept={kept.has(rule)}>
              <Icon of={kept.has(rule) ? CheckCircleFilled : MinusCircleOutlined} />
              <FormattedMessage {...passwordRuleMessages[rule]} />
              <span className="visually-hidden">
                <FormattedMessage {...(kept.has(rule) ? messages.kept : messages.missing)} />
              </span>
            </li>
          ))}
        </ul>
        <p className="visually-hidden" role="status">
          {kept.size > 0 && (
            <FormattedMessage {...messages.progress} values={{ kept: kept.size, total: PASSWORD_RULES.length }} />
          )}
        </p>
      </div>
      <Field {...field("confirmation")} label={messages.confirmation} onBlur={() => onBlur("confirmation")} />
    </>
  );
}
