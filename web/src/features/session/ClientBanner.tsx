import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useApi } from "../../api/api-context";
import { faultMessage } from "../../i18n/fault-message";
import { showSnackbar, useAppStore } from "../../stores/app-store";
import { enterAccount, isGuest } from "./client-account";
import { clientMessages } from "./client-messages";
import { useMe } from "./guard";
import { Notice } from "../../ui/Notice";
import { Button } from "../../ui/Button";

/** Shown in an account that is not the user's own: its name, the user's name there, and a button to return. */
export function ClientBanner(): ReactNode {
  const me = useMe();
  const api = useApi();
  const superAdmin = useAppStore((state) => state.superAdminAccount);
  if (!isGuest(me)) return null;
  const back = async (): Promise<void> => {
    const fault = await enterAccount(api, "");
    if (fault) showSnackbar({ message: faultMessage(fault) }, { type: "error" });
  };
  return (
    <Notice
      banner
      type={superAdmin === undefined ? "info" : "warning"}
      role="presentation"
      title={
        <FormattedMessage
          {...(superAdmin === undefined ? clientMessages.inClient : clientMessages.superAdmin)}
          values={{ account: superAdmin ?? String(me.accountId) }}
        />
      }
      action={
        <Button size="small" onClick={() => void back()}>
          <FormattedMessage {...clientMessages.back} />
        </Button>
      }
    />
  );
}
