import { Form } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useNavigate, useParams } from "react-router";
import { clientOf } from "../../api/api";
import { RegistrationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { FaultAlert } from "../../ui/FaultAlert";
import { LogInButton } from "../../ui/LogInButton";
import { NewPassword } from "../../ui/NewPassword";
import { useFormSubmission, type Places } from "../../ui/use-form-submission";
import { registrationMessages as messages } from "./messages";
import { Button } from "../../ui/Button";
import type { LinkData } from "./loader";

export { resetLoader as loader } from "./loader";
export { ResetPage as Component };

/** What is wrong with the password stands beside it; the link then still works. */
const PLACES: Places = {
  paths: { password: "password" },
  reasons: {
    ACCOUNT_WEAK_PASSWORD: "password",
    ACCOUNT_COMMON_PASSWORD: "password",
    ACCOUNT_PASSWORD_UNCHANGED: "password",
  },
};

/** Setting a password by a link. */
function ResetPage(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const navigate = useNavigate();
  const { token = "" } = useParams();
  const { dead } = useLoaderData<LinkData>();
  const [form] = Form.useForm<{ readonly password: string }>();
  const { busy, done, fault, submit, forget } = useFormSubmission<{ readonly password: string }>(
    form,
    PLACES,
    ({ password }) => clientOf(api, RegistrationService).resetPassword({ token, password }),
  );
  if (done) {
    return (
      <BlankLayout focus title={formatMessage(messages.changed)} lead={<FormattedMessage {...messages.changedText} />}>
        <LogInButton />
      </BlankLayout>
    );
  }
  if (dead || fault?.reason === "ACCOUNT_LINK_INACTIVE") {
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
      {fault && <FaultAlert fault={fault} />}
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
