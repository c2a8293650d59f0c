import InfoCircleOutlined from "@ant-design/icons-svg/es/asn/InfoCircleOutlined";
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
import { routeMessages } from "../report/messages";
import { wordMessages } from "../../../i18n/word-messages";

/** Shown instead of a report that could not be loaded. A missing scoring offers no retry. */
export function ReportError(): ReactNode {
  const { reason, fields } = toFault(useRouteError());
  // A malformed id is refused without a look-up.
  const gone = reason === "SCORING_NOT_FOUND" || fields.some(({ field }) => field === "id");
  return gone ? <GonePage /> : <PageError title={routeMessages.loadFailed} />;
}

function GonePage(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={formatMessage(routeMessages.gone)} />
      <Card>
        <StatePanel
          alert
          icon={<Icon of={InfoCircleOutlined} />}
          title={<FormattedMessage {...routeMessages.goneText} />}
          actions={
            <Button type="primary" onClick={() => void navigate(paths.scoringList)}>
              <FormattedMessage {...wordMessages.goToScorings} />
            </Button>
          }
        />
      </Card>
    </>
  );
}
