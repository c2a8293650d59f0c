import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useApi } from "../../api/api-context";
import { useAppStore } from "../../stores/app-store";
import { isGuest, returnHome } from "./client-account";
import { clientMessages } from "./messages";
import { useMe } from "./guard";
import { Notice } from "../../ui/Notice";
import { Button } from "../../ui/Button";

/**
 * Shown in an account that is not the user's own, with a button to return, and wherever the server says that a super
 * admin is at work.
 */
export function ClientBanner(): ReactNode {
  const me = useMe();
  const api = useApi();
  const superAdmin = useAppStore((state) => state.superAdminAccount);
  const guest = isGuest(me);
  if (!guest && superAdmin === undefined) return null;
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
      action={guest && <Button label={clientMessages.back} size="small" onClick={() => void returnHome(api)} />}
    />
  );
}
