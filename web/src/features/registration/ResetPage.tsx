import { Form } from "antd";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useParams } from "react-router";
import { useApi } from "../../api/api-context";
import { faultMessage } from "../../i18n/fault-messages";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { FaultAlert } from "../../ui/FaultAlert";
import { LogInButton } from "../../ui/LogInButton";
import { NewPassword } from "../../ui/NewPassword";
import { useSubmission } from "../../ui/use-submission";
import { registrationMessages as messages } from "./messages";
import { Button } from "../../ui/Button";

/** Refusals that belong beside the password; the link then still works. */
const OF_PASSWORD = ["ACCOUNT_WEAK_PASSWORD", "ACCOUNT_PASSWORD_UNCHANGED"];

/** Setting a password by a link. */
export function ResetPage(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { token = "" } = useParams();
  const [form] = Form.useForm<{ readonly password: string }>();
  const [done, setDone] = useState(false);
  const { busy, fault, submit } = useSubmission<{ readonly password: string }>(
    async ({ password }) => {
      await api.registration.resetPassword({ token, password });
      setDone(true);
    },
    (refused) => {
      if (!OF_PASSWORD.includes(refused.reason)) return;
      form.setFields([{ name: "password", errors: [formatMessage(faultMessage(refused))] }]);
      form.focusField("password");
    },
  );
  if (done) {
    return (
      <BlankLayout title={formatMessage(messages.changed)} lead={<FormattedMessage {...messages.changedText} />}>
        <LogInButton />
      </BlankLayout>
    );
  }
  return (
    <BlankLayout
      title={formatMessage(messages.newTitle)}
      lead={<FormattedMessage {...messages.newLead} />}
      below={
        <Link to={paths.passwordReset}>
          <FormattedMessage {...messages.anotherLink} />
        </Link>
      }
    >
      {fault && !OF_PASSWORD.includes(fault.reason) && <FaultAlert fault={fault} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={["onBlur", "onSubmit"]}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void submit(values)}
      >
        <NewPassword label={<FormattedMessage {...messages.newPassword} />} />
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          <FormattedMessage {...messages.newSubmit} />
        </Button>
      </Form>
    </BlankLayout>
  );
}
