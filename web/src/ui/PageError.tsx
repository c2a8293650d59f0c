import DisconnectOutlined from "@ant-design/icons-svg/es/asn/DisconnectOutlined";
import InfoCircleOutlined from "@ant-design/icons-svg/es/asn/InfoCircleOutlined";
import WarningOutlined from "@ant-design/icons-svg/es/asn/WarningOutlined";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Navigate, useLocation, useNavigate, useNavigation, useRouteError } from "react-router";
import { isDemoEnd, toFault } from "../api/fault";
import { commonMessages } from "../i18n/common-messages";
import type { Message } from "../i18n/define-messages";
import { faultMessage } from "../i18n/fault-message";
import { isLostPart } from "../lib/lost-parts";
import { error500Path } from "../lib/paths";
import { Button } from "./Button";
import { Card } from "./Card";
import { Icon, type IconData } from "./Icon";
import { PageHeader } from "./PageHeader";
import { PageButton } from "./PageLink";
import { StatePanel } from "./StatePanel";

/** Replaces a page that could not be loaded: the reason, the details that support needs, and a retry button. */
export function PageError({ title }: { readonly title?: Message }): ReactNode {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (isLostPart(error)) return <LostPart />;
  const fault = toFault(error);
  // As specified, failures of the system have their own page. Other failures are shown here, with a retry.
  if (fault.httpStatus === 500) return <Navigate to={error500Path(fault.traceId, pathname + search)} replace />;
  // This is not a failure, and a retry would show no more.
  if (isDemoEnd(fault))
    return <ErrorPanel title={commonMessages.demo} text={faultMessage(fault)} icon={InfoCircleOutlined} />;
  // The router clears a failure on navigation. A revalidation that ends at once is never seen to have begun.
  const again = (): void => void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  return (
    <ErrorPanel
      title={title ?? commonMessages.partMissing}
      text={faultMessage(fault)}
      alert
      icon={fault.httpStatus === 0 ? DisconnectOutlined : WarningOutlined}
      action={<Button label={commonMessages.retry} type="primary" loading={state === "loading"} onClick={again} />}
    >
      {fault.traceId !== "" && <FormattedMessage {...commonMessages.trace} values={{ trace: fault.traceId }} />}
    </ErrorPanel>
  );
}

/** Replaces a page whose chunk failed to load. The router keeps the failure: only reloading helps. */
export function LostPart(): ReactNode {
  return (
    <ErrorPanel
      title={commonMessages.partMissing}
      text={commonMessages.partMissingText}
      alert
      icon={DisconnectOutlined}
      action={<Button label={commonMessages.reload} type="primary" onClick={() => window.location.reload()} />}
    />
  );
}

interface GonePageProps {
  readonly title: Message;
  readonly text: Message;
  readonly action: Message;
  /** Where the action leads. */
  readonly to: string;
}

/** Replaces the page of something that does not exist any more. There is no retry, only a way on. */
export function GonePage({ title, text, action, to }: GonePageProps): ReactNode {
  return (
    <ErrorPanel
      title={title}
      text={text}
      alert
      icon={InfoCircleOutlined}
      action={<PageButton label={action} type="primary" to={to} />}
    />
  );
}

interface ErrorPanelProps {
  readonly title: Message;
  readonly text: Message;
  readonly icon: IconData;
  /** Whether this is a failure. */
  readonly alert?: boolean;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

function ErrorPanel({ title, text, icon, alert = false, action, children }: ErrorPanelProps): ReactNode {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <StatePanel alert={alert} icon={<Icon of={icon} />} title={text} text={children} actions={action} />
      </Card>
    </>
  );
}
