import RocketOutlined from "@ant-design/icons-svg/es/asn/RocketOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { StatePanel } from "../../ui/StatePanel";
import { Steps } from "./HowToStart";
import { scoringsMessages } from "./messages";

/** Where a scoring of e-mail and SMS starts. Until it can be made here the page says how to get one. */
export function ChannelStartPage(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={formatMessage(scoringsMessages.channelTitle)} />
      <Card>
        <StatePanel
          icon={<Icon of={RocketOutlined} />}
          title={<FormattedMessage {...scoringsMessages.channelSoon} />}
          actions={
            <Button type="primary" onClick={() => void navigate(paths.scoringList)}>
              <FormattedMessage {...scoringsMessages.toList} />
            </Button>
          }
        >
          <p>
            <FormattedMessage {...scoringsMessages.channelNow} />
          </p>
          <Steps />
        </StatePanel>
      </Card>
    </>
  );
}
