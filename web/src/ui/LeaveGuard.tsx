import { useEffect, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useBlocker } from "react-router";
import { commonMessages } from "../i18n/common-messages";
import type { Message } from "../i18n/define-messages";
import { isLeft, useSessionStore } from "../stores/session-store";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface LeaveGuardProps {
  readonly dirty: boolean;
  /** The question if something other than edits would be lost. */
  readonly ask?: { readonly title: Message; readonly text: Message; readonly leave: Message };
}

const UNSAVED = { title: commonMessages.leaveAsk, text: commonMessages.leaveText, leave: commonMessages.leave };

/**
 * Asks before leaving a page with unsaved edits: with a dialog within the product, otherwise with the browser's own.
 */
export function LeaveGuard({ dirty, ask: { title, text, leave } = UNSAVED }: LeaveGuardProps): ReactNode {
  // A session that ended leads to the sign-in page, and the input is kept: nothing is lost.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname && useSessionStore.getState().token !== undefined,
  );
  // The question on closing belongs to the window, not to React.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isLeft()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      title={title}
      onClose={() => blocker.reset()}
      secondary={<Button label={leave} onClick={() => blocker.proceed()} />}
      primary={<Button label={commonMessages.stay} type="primary" onClick={() => blocker.reset()} />}
    >
      <p>
        <FormattedMessage {...text} />
      </p>
    </Dialog>
  );
}
