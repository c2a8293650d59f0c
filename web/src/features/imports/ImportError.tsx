import FileTextOutlined from "@ant-design/icons-svg/es/asn/FileTextOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useRouteError } from "react-router";
import { toFault } from "../../api/fault";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { PageError } from "../../ui/PageError";
import { StatePanel } from "../../ui/StatePanel";
import { importsRouteMessages as messages } from "./messages";
import { importReasons } from "../../i18n/import-fault-messages";

/** In place of an import that could not be loaded. For one that does not exist there is no retry. */
export function ImportError(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { reason, fields } = toFault(useRouteError());
  if (reason !== "IMPORT_NOT_FOUND" && fields.length === 0) return <PageError title={messages.title} />;
  return (
    <>
      <PageHeader title={formatMessage(importReasons.IMPORT_NOT_FOUND)} />
      <Card>
        <StatePanel
          alert
          icon={<Icon of={FileTextOutlined} />}
          title={<FormattedMessage {...messages.goneText} />}
          actions={
            <Button type="primary" onClick={() => void navigate(paths.imports)}>
              <FormattedMessage {...messages.toList} />
            </Button>
          }
        />
      </Card>
    </>
  );
}
