import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Dialog } from "../../ui/Dialog";
import { sessionMessages } from "./messages";
import { UpgradeButton } from "./UpgradeButton";
import { faultMessages } from "../../i18n/fault-messages";

/** Blocks the page on which a call was refused because the trial has ended. It has one action. */
export function TrialDialog(): ReactNode {
  return (
    <Dialog title={faultMessages.ACCOUNT_TRIAL_EXPIRED} primary={<UpgradeButton only />}>
      <p>
        <FormattedMessage {...sessionMessages.trialText} />
      </p>
    </Dialog>
  );
}
