import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData } from "react-router";
import { useApi } from "../../api/api-context";
import type { GetMeResponse } from "../../api/messages";
import { paths } from "../../lib/paths";
import { useConfigStore } from "../../stores/config-store";
import { BlankLayout } from "../../ui/BlankLayout";
import { isGuest, returnHome } from "./client-account";
import { clientMessages, sessionMessages } from "./messages";
import { UpgradeButton } from "./UpgradeButton";
import { Button } from "../../ui/Button";
import { PageButton } from "../../ui/PageLink";
import { faultMessages } from "../../i18n/fault-messages";

export { TrialPage as Component };

/** Replaces the product after the trial has ended. Signing out, and returning to the user's own account, still work. */
function TrialPage(): ReactNode {
  const api = useApi();
  const { me } = useLoaderData<{ readonly me: GetMeResponse }>();
  const configured = useConfigStore((state) => state.upgradeUrl) !== "";
  const inClient = isGuest(me);
  return (
    <BlankLayout
      title={faultMessages.ACCOUNT_TRIAL_EXPIRED}
      lead={sessionMessages.trialText}
      actions={<PageButton label={sessionMessages.logout} to={paths.logout} />}
    >
      {configured ? (
        <UpgradeButton />
      ) : (
        <p>
          <FormattedMessage {...sessionMessages.trialContact} />
        </p>
      )}
      {inClient && <Button label={clientMessages.back} onClick={() => void returnHome(api)} />}
    </BlankLayout>
  );
}
