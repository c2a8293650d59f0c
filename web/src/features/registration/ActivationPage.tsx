import { Button } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useNavigate } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { FaultAlert } from "../../ui/FaultAlert";
import type { Activation } from "./activation";
import { registrationMessages as messages } from "./messages";

/** What became of a confirmation link. */
export function ActivationPage(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { fault } = useLoaderData<Activation>();
  if (!fault) {
    return (
      <BlankLayout title={formatMessage(messages.activated)} lead={<FormattedMessage {...messages.activatedText} />}>
        <Button type="primary" size="large" block onClick={() => void navigate(paths.login)}>
          <FormattedMessage {...commonMessages.logIn} />
        </Button>
      </BlankLayout>
    );
  }
  return (
    <BlankLayout
      title={formatMessage(messages.notActivated)}
      lead={<FormattedMessage {...messages.notActivatedText} />}
      below={
        <Link to={paths.register}>
          <FormattedMessage {...messages.again} />
        </Link>
      }
    >
      <FaultAlert fault={fault} />
      <Button type="primary" size="large" block onClick={() => void navigate(paths.login)}>
        <FormattedMessage {...commonMessages.logIn} />
      </Button>
    </BlankLayout>
  );
}
