import DisconnectOutlined from "@ant-design/icons-svg/es/asn/DisconnectOutlined";
import WarningOutlined from "@ant-design/icons-svg/es/asn/WarningOutlined";
import { Icon } from "./Icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../i18n/define-messages";
import { Navigate, useLocation, useRevalidator, useRouteError } from "react-router";
import { error500Path } from "../lib/paths";
import { toFault } from "../api/fault";
import { commonMessages } from "../i18n/common-messages";
import { faultMessage } from "../i18n/fault-message";
import { Card } from "./Card";
import { PageHeader } from "./PageHeader";
import { StatePanel } from "./StatePanel";
import { Button } from "./Button";

/** In place of a page whose data could not be loaded: what happened, what support asks for, and once more. */
export function RouteError({ title }: { readonly title: Message }): ReactNode {
  const { formatMessage } = useIntl();
  const { revalidate, state } = useRevalidator();
  const fault = toFault(useRouteError());
  const { pathname, search } = useLocation();
  // As specified: the system's own failure has its page. What else failed is said here, where it can be tried again.
  if (fault.httpStatus === 500) return <Navigate to={error500Path(fault.traceId, pathname + search)} replace />;
  const offline = fault.httpStatus === 0;
  return (
    <>
      <PageHeader title={formatMessage(title)} />
      <Card>
        <StatePanel
          alert
          icon={offline ? <Icon of={DisconnectOutlined} /> : <Icon of={WarningOutlined} />}
          title={<FormattedMessage {...faultMessage(fault)} />}
          actions={
            <Button type="primary" loading={state === "loading"} onClick={() => void revalidate()}>
              <FormattedMessage {...commonMessages.retry} />
            </Button>
          }
        >
          {fault.traceId !== "" && <FormattedMessage {...commonMessages.trace} values={{ trace: fault.traceId }} />}
        </StatePanel>
      </Card>
    </>
  );
}
