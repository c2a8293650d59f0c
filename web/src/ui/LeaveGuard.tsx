import { useEffect, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useBlocker } from "react-router";
import { commonMessages } from "../i18n/common-messages";
import { useSessionStore } from "../stores/session-store";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

/** Asks before a page with unsaved edits is left: within the product by a dialog, otherwise by the browser's own. */
export function LeaveGuard({ dirty }: { readonly dirty: boolean }): ReactNode {
  // A session that ended leads to signing in, and what was typed waits: nothing is lost.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname && useSessionStore.getState().token !== undefined,
  );
  // The window's own question belongs to the window, not to React.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      title={<FormattedMessage {...commonMessages.leaveAsk} />}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button onClick={() => blocker.proceed()}>
            <FormattedMessage {...commonMessages.leave} />
          </Button>
          <Button type="primary" onClick={() => blocker.reset()}>
            <FormattedMessage {...commonMessages.stay} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage {...commonMessages.leaveText} />
      </p>
    </Dialog>
  );
}
