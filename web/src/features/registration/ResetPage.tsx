import { Form } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate, useParams } from "react-router";
import { useApi } from "../../api/api-context";
import { faultMessage } from "../../i18n/fault-message";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { FaultAlert } from "../../ui/FaultAlert";
import { LogInButton } from "../../ui/LogInButton";
import { NewPassword } from "../../ui/NewPassword";
import { useSubmission } from "../../ui/use-submission";
import { registrationMessages as messages } from "./messages";
import { Button } from "../../ui/Button";

/** Refusals that belong beside the password; the link then still works. */
const OF_PASSWORD = ["ACCOUNT_WEAK_PASSWORD", "ACCOUNT_COMMON_PASSWORD", "ACCOUNT_PASSWORD_UNCHANGED"];

/** Setting a password by a link. */
export function ResetPage(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const navigate = useNavigate();
  const { token = "" } = useParams();
  const [form] = Form.useForm<{ readonly password: string }>();
  const { busy, done, fault, submit, forget } = useSubmission<{ readonly password: string }>(
    ({ password }) => api.registration.resetPassword({ token, password }),
    (refused) => {
      if (!OF_PASSWORD.includes(refused.reason)) return;
      form.setFields([{ name: "password", errors: [formatMessage(faultMessage(refused))] }]);
      form.focusField("password");
    },
  );
  if (done) {
    return (
      <BlankLayout focus title={formatMessage(messages.changed)} lead={<FormattedMessage {...messages.changedText} />}>
        <LogInButton />
      </BlankLayout>
    );
  }
  if (fault?.reason === "ACCOUNT_LINK_INACTIVE") {
    return (
      <BlankLayout focus title={formatMessage(messages.dead)} lead={<FormattedMessage {...messages.deadText} />}>
        <Button type="primary" size="large" block onClick={() => void navigate(paths.passwordReset)}>
          <FormattedMessage {...messages.anotherLink} />
        </Button>
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
        onValuesChange={forget}
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
