import { useEffect, useState, type ReactNode } from "react";
import { useBlocker, useNavigate, type Location } from "react-router";
import { commonMessages } from "../../../i18n/common-messages";
import { paths } from "../../../lib/paths";
import { useSessionStore } from "../../../stores/session-store";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { FaultAlert } from "../../../ui/FaultAlert";
import { useEditor, useEditorState } from "../editor-context";
import { ENTERING } from "../entering";
import { editorMessages as messages } from "../messages";
import { isDirty } from "../store";
import { saySaved } from "./say-saved";

/** Saves before the editor is left, and asks only if that fails. */
export function Leaving(): ReactNode {
  const { store, saving } = useEditor();
  const fault = useEditorState((state) => state.fault);
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // An ended session leads to the sign-in page and keeps the input, so nothing is lost.
      useSessionStore.getState().token !== undefined &&
      leaves(currentLocation, nextLocation) &&
      (isDirty(store.getState()) || (store.getState().savedAt !== undefined && !isStart(nextLocation))),
  );
  const flush = async (): Promise<void> => {
    setFailed(false);
    const done = await saving.save();
    if (done) {
      const { id } = store.getState().draft;
      saySaved(store, () => void navigate(paths.edit("", id), { state: ENTERING }));
      blocker.proceed?.();
    } else if (store.getState().conflict) blocker.reset?.();
    else setFailed(true);
  };
  // The router waits for the save.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect
    if (blocker.state === "blocked") void flush();
    // Once for each blocked navigation, which may follow the one before without a render in between.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state, blocker.location]);
  if (blocker.state !== "blocked" || !failed) return null;
  const stay = (): void => {
    setFailed(false); // or the next attempt to leave would begin with this question
    blocker.reset();
  };
  const discard = (): void => {
    saving.discard();
    blocker.proceed();
  };
  return (
    <Dialog
      title={messages.leaveAsk}
      onClose={stay}
      secondary={
        <>
          <Button label={commonMessages.leave} onClick={discard} />
          <Button label={commonMessages.stay} onClick={stay} />
        </>
      }
      primary={<Button label={commonMessages.retry} type="primary" onClick={() => void flush()} />}
    >
      {fault && <FaultAlert fault={fault} />}
    </Dialog>
  );
}

/**
 * Whether a navigation leaves the editor of this scoring, which may have been left already and still be drawn for a
 * moment.
 */
function leaves(from: Location, to: Location): boolean {
  const id = (location: Location): string | null => new URLSearchParams(location.search).get("id");
  const inside = ({ pathname }: Location): boolean => pathname.startsWith(paths.scoringEdit);
  return inside(from) && (!inside(to) || id(from) !== id(to));
}

/** The scoring was started, which implies that it was saved. */
function isStart(to: Location): boolean {
  return to.pathname === paths.scoringLoading;
}
