import { ENABLED, MOCK_KEY } from "../lib/demo";
import { useAppStore } from "../stores/app-store";

const DEV_KEY = "puls.dev";
const PSEUDO_KEY = "puls.pseudo";

/** Modes switched on by stored local values and, in dev mode, by the address. */
export interface Modes {
  /** Developer's mode. */
  readonly dev: boolean;
  /** Sample data in place of the server. */
  readonly mock: boolean;
  /** Longer texts, to find places where they do not fit. */
  readonly pseudo: boolean;
}

/** Reads the modes once, before anything is drawn. `?mock=1` and `?pseudo=1` count in dev mode only and for the tab. */
export function readModes(search = window.location.search): Modes {
  const dev = localStorage.getItem(DEV_KEY) === ENABLED;
  const query = new URLSearchParams(search);
  const chosen = (key: string, name: string): boolean => {
    if (dev && query.get(name) === "1") sessionStorage.setItem(key, ENABLED);
    if (dev && query.get(name) === "0") sessionStorage.removeItem(key);
    return sessionStorage.getItem(key) === ENABLED || localStorage.getItem(key) === ENABLED;
  };
  const modes = { dev, mock: chosen(MOCK_KEY, "mock"), pseudo: dev && chosen(PSEUDO_KEY, "pseudo") };
  useAppStore.setState({ devMode: modes.dev, mockMode: modes.mock });
  return modes;
}
