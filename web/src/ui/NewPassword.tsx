import CheckCircleFilled from "@ant-design/icons-svg/es/asn/CheckCircleFilled";
import MinusCircleOutlined from "@ant-design/icons-svg/es/asn/MinusCircleOutlined";
import { Icon } from "./Icon";
import { Form, Input } from "antd";
import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { isStrongPassword, keptRules, PASSWORD_RULES } from "../lib/password";
import styles from "./NewPassword.module.css";
import { passwordMessages, passwordRuleMessages } from "./password-messages";

interface NewPasswordProps {
  readonly label?: ReactNode;
  /** Field of the present password, which the new one must not equal. */
  readonly differentFrom?: string;
}

/** A new password with its rules, ticked while it is typed, and its repetition. Fields: `password`, `confirmation`. */
export function NewPassword({ label, differentFrom }: NewPasswordProps): ReactNode {
  const { formatMessage } = useIntl();
  const rulesId = useId();
  const password: unknown = Form.useWatch("password");
  const kept = keptRules(typeof password === "string" ? password : "");
  return (
    <>
      <Form.Item
        name="password"
        label={label ?? <FormattedMessage {...passwordMessages.password} />}
        className={styles["first"] ?? ""}
        rules={[
          { required: true, message: formatMessage(commonMessages.required) },
          {
            validator: (_, value: unknown) =>
              typeof value !== "string" || value === "" || isStrongPassword(value)
                ? Promise.resolve()
                : Promise.reject(new Error(formatMessage(passwordMessages.weak))),
          },
          ({ getFieldValue }) => ({
            validator: (_, value: unknown) =>
              differentFrom === undefined || value === "" || value !== getFieldValue(differentFrom)
                ? Promise.resolve()
                : Promise.reject(new Error(formatMessage(passwordMessages.unchanged))),
          }),
        ]}
      >
        <Input.Password size="large" autoComplete="new-password" maxLength={1024} aria-describedby={rulesId} />
      </Form.Item>
      <ul id={rulesId} className={styles["rules"]} aria-label={formatMessage(passwordMessages.rules)}>
        {PASSWORD_RULES.map((rule) => (
          <li key={rule} data-kept={kept.has(rule)}>
            {kept.has(rule) ? <Icon of={CheckCircleFilled} /> : <Icon of={MinusCircleOutlined} />}
            <FormattedMessage {...passwordRuleMessages[rule]} />
            <span className="visually-hidden">
              <FormattedMessage {...(kept.has(rule) ? passwordMessages.kept : passwordMessages.missing)} />
            </span>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {kept.size > 0 && (
          <FormattedMessage {...passwordMessages.progress} values={{ kept: kept.size, total: PASSWORD_RULES.length }} />
        )}
      </p>
      <Form.Item
        name="confirmation"
        dependencies={["password"]}
        label={<FormattedMessage {...passwordMessages.confirmation} />}
        rules={[
          { required: true, message: formatMessage(commonMessages.required) },
          ({ getFieldValue }) => ({
            validator: (_, value: unknown) =>
              value === undefined || value === "" || value === getFieldValue("password")
                ? Promise.resolve()
                : Promise.reject(new Error(formatMessage(passwordMessages.different))),
          }),
        ]}
      >
        <Input.Password size="large" autoComplete="new-password" maxLength={1024} />
      </Form.Item>
    </>
  );
}
