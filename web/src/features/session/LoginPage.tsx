import { Button, Form, Input } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useActionData, useNavigation, useSubmit } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { emailRules } from "../../ui/email-rules";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { FaultAlert } from "../../ui/FaultAlert";
import type { LoginFailure } from "./login";
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
  return (
    <BlankLayout
      title={formatMessage(sessionMessages.title)}
      lead={<FormattedMessage {...sessionMessages.lead} />}
      below={
        <>
          <FormattedMessage {...sessionMessages.noAccount} />{" "}
          <Link to={paths.register}>
            <FormattedMessage {...sessionMessages.register} />
          </Link>
        </>
      }
    >
      {failure && !busy && <FaultAlert fault={failure} />}
      <Form<Credentials>
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        scrollToFirstError={{ focus: true }}
        onFinish={({ email, password }) => void submit({ email, password }, { method: "post" })}
      >
        <Form.Item
          name="email"
          label={<FormattedMessage {...commonMessages.email} />}
          rules={emailRules(formatMessage)}
        >
          <Input size="large" type="text" inputMode="email" autoComplete="username" autoCapitalize="none" />
        </Form.Item>
        <Form.Item
          name="password"
          label={<FormattedMessage {...sessionMessages.password} />}
          rules={[{ required: true, message: formatMessage(commonMessages.required) }]}
          extra={
            <Link to={paths.passwordReset}>
              <FormattedMessage {...sessionMessages.forgotten} />
            </Link>
          }
        >
          <Input.Password size="large" autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          <FormattedMessage {...sessionMessages.submit} />
        </Button>
      </Form>
    </BlankLayout>
  );
}
