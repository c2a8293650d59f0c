import { useCallback, useSyncExternalStore } from "react";
import { usePreferenceStore } from "../stores/preference-store";
import type { Mode } from "./palettes";

const DARK_QUERY = "(prefers-color-scheme: dark)";
const STILL_QUERY = "(prefers-reduced-motion: reduce)";

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether animations are allowed. */
export function useMotion(): boolean {
  return !useMedia(STILL_QUERY);
}

function currentMode(): Mode {
  const { colorMode } = usePreferenceStore.getState();
  if (colorMode !== "system") return colorMode;
  return matchMedia(DARK_QUERY).matches ? "dark" : "light";
}

/** Keeps the document in the current mode; its colours depend on `data-mode`. */
export function followMode(): void {
  const follow = (): void => {
    document.documentElement.dataset["mode"] = currentMode();
  };
  follow();
  usePreferenceStore.subscribe(follow);
  matchMedia(DARK_QUERY).addEventListener("change", follow);
}
