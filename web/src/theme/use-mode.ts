import { useCallback, useSyncExternalStore } from "react";
import { usePreferenceStore } from "../stores/preference-store";
import type { Mode } from "./tokens";

const DARK_QUERY = "(prefers-color-scheme: dark)";
const STILL_QUERY = "(prefers-reduced-motion: reduce)";

function useMedia(query: string): boolean {
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

/** Whether things may move on screen. */
export function useMotion(): boolean {
  return !useMedia(STILL_QUERY);
}

/** The mode in force: the person's choice, otherwise the system's. */
export function useMode(): Mode {
  const chosen = usePreferenceStore((state) => state.colorMode);
  const systemIsDark = useMedia(DARK_QUERY);
  if (chosen !== "system") return chosen;
  return systemIsDark ? "dark" : "light";
}
