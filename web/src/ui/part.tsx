import DisconnectOutlined from "@ant-design/icons-svg/es/asn/DisconnectOutlined";
import type { ComponentType, ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { Button } from "./Button";
import { Card } from "./Card";
import { Icon } from "./Icon";
import { PageHeader } from "./PageHeader";
import { StatePanel } from "./StatePanel";

/**
 * Loads a part of the program for a route. A part that does not come, because the network is away or a newer version has
 * taken its place, is a page that says so: the router itself would draw nothing.
 */
export function part(load: () => Promise<ComponentType>): () => Promise<ComponentType> {
  return async () => {
    try {
      return await load();
    } catch {
      return MissingPart;
    }
  };
}

function MissingPart(): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <>
      <PageHeader title={formatMessage(commonMessages.partMissing)} />
      <Card>
        <StatePanel
          alert
          icon={<Icon of={DisconnectOutlined} />}
          title={<FormattedMessage {...commonMessages.partMissingText} />}
          actions={
            <Button type="primary" onClick={() => window.location.reload()}>
              <FormattedMessage {...commonMessages.reload} />
            </Button>
          }
        />
      </Card>
    </>
  );
}
