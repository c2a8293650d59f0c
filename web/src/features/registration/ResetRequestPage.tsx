import { Form, Input } from "antd";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { clientOf } from "../../api/api";
import { RegistrationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { emailRules } from "../../ui/email-rules";
import { FaultAlert } from "../../ui/FaultAlert";
import { useFormSubmission, type Places } from "../../ui/use-form-submission";
import { registrationMessages as messages } from "./messages";
import { Button } from "../../ui/Button";

export { ResetRequestPage as Component };

const PLACES: Places = { paths: { email: "email" } };

/** Asking for a link to a new password. The answer does not say whether anybody has the address. */
function ResetRequestPage(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const [form] = Form.useForm<{ readonly email: string }>();
  const [sentTo, setSentTo] = useState<string>();
  const { busy, fault, submit, forget } = useFormSubmission<{ readonly email: string }>(
    form,
    PLACES,
    async ({ email }) => {
      await clientOf(api, RegistrationService).requestPasswordReset({ email: email.trim() });
      setSentTo(email.trim());
    },
  );
  const back = (
    <Link to={paths.login}>
      <FormattedMessage {...messages.backToLogin} />
    </Link>
  );
  if (sentTo !== undefined) {
    return (
      <BlankLayout focus title={formatMessage(messages.resetSent)} below={back}>
        <p role="status">
          <FormattedMessage {...messages.resetSentText} values={{ email: <strong>{sentTo}</strong> }} />
        </p>
      </BlankLayout>
    );
  }
  return (
    <BlankLayout
      title={formatMessage(messages.resetTitle)}
      lead={<FormattedMessage {...messages.resetLead} />}
      below={back}
    >
      {fault && <FaultAlert fault={fault} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        scrollToFirstError={{ focus: true }}
        onValuesChange={forget}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="email"
          label={<FormattedMessage {...commonMessages.email} />}
          rules={emailRules(formatMessage)}
        >
          <Input
            size="large"
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            maxLength={254}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          <FormattedMessage {...messages.resetSubmit} />
        </Button>
      </Form>
    </BlankLayout>
  );
}
