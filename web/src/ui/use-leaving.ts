import { useEffect } from "react";

/** Calls `run` when the page is left, also when the window is closed. */
export function useLeaving(run: () => void): void {
  // Closing the window is known only from its own event.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    window.addEventListener("pagehide", run);
    return () => {
      window.removeEventListener("pagehide", run);
      run();
    };
  }, [run]);
}
