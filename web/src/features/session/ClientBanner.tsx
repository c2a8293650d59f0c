import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useApi } from "../../api/api-context";
import { faultMessage } from "../../i18n/fault-message";
import { showSnackbar } from "../../stores/app-store";
import { enterAccount, isGuest } from "./client-account";
import { clientMessages } from "./client-messages";
import { useMe } from "./guard";
import { Notice } from "../../ui/Notice";
import { Button } from "../../ui/Button";

/** While the person works in a client's account: which one, and the way back. */
export function ClientBanner(): ReactNode {
  const me = useMe();
  const api = useApi();
  if (!isGuest(me)) return null;
  const back = async (): Promise<void> => {
    const fault = await enterAccount(api, "");
    if (fault) showSnackbar({ message: faultMessage(fault) }, { type: "error" });
  };
  return (
    <Notice
      banner
      type="info"
      role="presentation"
      title={<FormattedMessage {...clientMessages.inClient} values={{ account: String(me.accountId) }} />}
      action={
        <Button size="small" onClick={() => void back()}>
          <FormattedMessage {...clientMessages.back} />
        </Button>
      }
    />
  );
}
