import UserOutlined from "@ant-design/icons-svg/es/asn/UserOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useRouteError } from "react-router";
import { toFault } from "../../../api/fault";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { PageHeader } from "../../../ui/PageHeader";
import { PageError } from "../../../ui/PageError";
import { StatePanel } from "../../../ui/StatePanel";
import { personMessages } from "./messages";
import { faultMessages } from "../../../i18n/fault-messages";

/** In place of a contact that could not be loaded. For one that does not exist there is no retry. */
export function PersonError(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { reason, fields } = toFault(useRouteError());
  const gone = reason === "CONTACT_NOT_FOUND" || reason === "DATABASE_NOT_FOUND" || fields.length > 0;
  if (!gone) return <PageError title={personMessages.failed} />;
  return (
    <>
      <PageHeader title={formatMessage(faultMessages.CONTACT_NOT_FOUND)} />
      <Card>
        <StatePanel
          alert
          icon={<Icon of={UserOutlined} />}
          title={<FormattedMessage {...personMessages.goneText} />}
          actions={
            <Button type="primary" onClick={() => void navigate(paths.contacts)}>
              <FormattedMessage {...personMessages.toSearch} />
            </Button>
          }
        />
      </Card>
    </>
  );
}
