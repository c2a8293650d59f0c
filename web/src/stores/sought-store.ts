import { create } from "zustand";
import { useSessionStore } from "./session-store";

/** Where people are looked for. */
type Place = "contacts" | "person";

/**
 * What was typed to find people. It lives in memory only: an address belongs into no address bar, history or storage,
 * and into nobody else's account.
 */
const useSoughtStore = create<{ readonly entry: string | undefined; readonly by: Partial<Record<Place, string>> }>()(
  () => ({ entry: undefined, by: {} }),
);

/** What is looked for there; undefined before anything is. */
export function sought(place: Place): string | undefined {
  const { entry, by } = useSoughtStore.getState();
  return entry === useSessionStore.getState().entry ? by[place] : undefined;
}

/** From now on this is looked for there; nothing with undefined. */
export function seek(place: Place, text: string | undefined): void {
  const { entry } = useSessionStore.getState();
  useSoughtStore.setState((before) => ({
    entry,
    by: { ...(before.entry === entry ? before.by : {}), [place]: text },
  }));
}
