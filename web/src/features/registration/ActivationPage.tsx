import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData } from "react-router";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { FaultAlert } from "../../ui/FaultAlert";
import { LogInButton } from "../../ui/LogInButton";
import type { Activation } from "./activation";
import { registrationMessages as messages } from "./messages";

/** What became of a confirmation link. */
export function ActivationPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { fault } = useLoaderData<Activation>();
  if (!fault) {
    return (
      <BlankLayout title={formatMessage(messages.activated)} lead={<FormattedMessage {...messages.activatedText} />}>
        <LogInButton />
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
      <LogInButton />
    </BlankLayout>
  );
}
