import { Alert, Button, Form, Input } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useActionData, useNavigation, useSubmit } from "react-router";
import { faultMessage } from "../../i18n/fault-messages";
import { LanguageSwitch } from "../../ui/LanguageSwitch";
import { Logo } from "../../ui/Logo";
import { PageTitle } from "../../ui/PageTitle";
import type { LoginFailure } from "./login";
import styles from "./LoginPage.module.css";
import { sessionMessages } from "./messages";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signing in. */
export function LoginPage(): ReactNode {
  const { formatMessage } = useIntl();
  const submit = useSubmit();
  const failure = useActionData<LoginFailure>();
  const busy = useNavigation().state !== "idle";
  const required = formatMessage(sessionMessages.required);
  return (
    <div className={styles["page"]}>
      <PageTitle>{formatMessage(sessionMessages.title)}</PageTitle>
      <header className={styles["top"]}>
        <Logo />
        <LanguageSwitch />
      </header>
      <main className={styles["main"]}>
        <div className={styles["card"]}>
          <div>
            <h1 className={styles["title"]} tabIndex={-1}>
              <FormattedMessage {...sessionMessages.title} />
            </h1>
            <p className={styles["lead"]}>
              <FormattedMessage {...sessionMessages.lead} />
            </p>
          </div>
          {failure && !busy && <Alert type="error" showIcon title={<FormattedMessage {...faultMessage(failure)} />} />}
          <Form<Credentials>
            layout="vertical"
            requiredMark={false}
            validateTrigger="onSubmit"
            scrollToFirstError={{ focus: true }}
            onFinish={({ email, password }) => void submit({ email, password }, { method: "post" })}
          >
            <Form.Item
              name="email"
              label={<FormattedMessage {...sessionMessages.email} />}
              rules={[
                { required: true, message: required },
                { type: "email", transform: trim, message: formatMessage(sessionMessages.emailInvalid) },
              ]}
            >
              <Input size="large" type="text" inputMode="email" autoComplete="username" autoCapitalize="none" />
            </Form.Item>
            <Form.Item
              name="password"
              label={<FormattedMessage {...sessionMessages.password} />}
              rules={[{ required: true, message: required }]}
            >
              <Input.Password size="large" autoComplete="current-password" />
            </Form.Item>
            <Button type="primary" htmlType="submit" size="large" block loading={busy}>
              <FormattedMessage {...sessionMessages.submit} />
            </Button>
          </Form>
        </div>
      </main>
    </div>
  );
}

function trim(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}
