import { useEffect, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useBlocker } from "react-router";
import { commonMessages } from "../i18n/common-messages";
import type { Message } from "../i18n/define-messages";
import { useSessionStore } from "../stores/session-store";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface LeaveGuardProps {
  readonly dirty: boolean;
  /** What is asked where something else than edits would be lost. */
  readonly ask?: { readonly title: Message; readonly text: Message; readonly leave: Message };
}

const UNSAVED = { title: commonMessages.leaveAsk, text: commonMessages.leaveText, leave: commonMessages.leave };

/** Asks before a page with unsaved edits is left: within the product by a dialog, otherwise by the browser's own. */
export function LeaveGuard({ dirty, ask: { title, text, leave } = UNSAVED }: LeaveGuardProps): ReactNode {
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
      title={<FormattedMessage {...title} />}
      onClose={() => blocker.reset()}
      secondary={
        <Button onClick={() => blocker.proceed()}>
          <FormattedMessage {...leave} />
        </Button>
      }
      primary={
        <Button type="primary" onClick={() => blocker.reset()}>
          <FormattedMessage {...commonMessages.stay} />
        </Button>
      }
    >
      <p>
        <FormattedMessage {...text} />
      </p>
    </Dialog>
  );
}
