import { useEffect } from "react";

/** Does what cannot wait when the page is left, also when the window is closed. */
export function useLeaving(run: () => void): void {
  // Leaving the window is the window's to tell.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    window.addEventListener("pagehide", run);
    return () => {
      window.removeEventListener("pagehide", run);
      run();
    };
  }, [run]);
}
