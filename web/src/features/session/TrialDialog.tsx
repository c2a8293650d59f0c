import { Modal } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { sessionMessages } from "./messages";
import { UpgradeButton } from "./UpgradeButton";

/** Blocks the page on which a call was refused because the trial has ended. There is one way on. */
export function TrialDialog(): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <Modal
      open
      centered
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={440}
      title={formatMessage(sessionMessages.trialTitle)}
      footer={<UpgradeButton only />}
    >
      <p>
        <FormattedMessage {...sessionMessages.trialText} />
      </p>
    </Modal>
  );
}
