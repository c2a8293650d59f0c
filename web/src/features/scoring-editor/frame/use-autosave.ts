import { useEffect } from "react";
import { isLeft, useSessionStore } from "../../../stores/session-store";
import { interruptUnsaved } from "../../../stores/unsaved-store";
import { formOf } from "../actions/saving";
import type { Editor } from "../editor-context";
import { isDirty } from "../store";
import { saySaved } from "./say-saved";

/** From the specification. */
const AUTOSAVE_MS = 120_000;

/** Saves changes every two minutes, when the tab is hidden and when the editor is closed without a question. */
export function useAutosave({ store, saving, preview, backtest }: Editor): void {
  // A timer and window events, which belong to neither React nor the router.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    const dirty = (): boolean => isDirty(store.getState());
    const timer = setInterval(() => void saving.save(), AUTOSAVE_MS);
    const hide = (): void => {
      if (document.visibilityState === "hidden") void saving.save();
    };
    const ask = (event: BeforeUnloadEvent): void => {
      if (dirty() && !isLeft()) event.preventDefault();
    };
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("beforeunload", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("beforeunload", ask);
      preview.stop();
      backtest.stop();
      // A redirect, such as that of a flag that was switched off, asks no question. After the session has ended, input
      // is stored elsewhere.
      if (dirty() && useSessionStore.getState().token !== undefined) {
        void saving.save().then((done) => {
          if (done) saySaved(store);
          // Kept in memory until the scoring is opened again.
          else interruptUnsaved(formOf(store.getState().draft.id));
        });
      }
    };
  }, [store, saving, preview, backtest]);
}
