import { create } from "zustand";
import { useSessionStore } from "./session-store";

/** The page that searches; "list" is the filters of the list of contacts, as its address has them. */
type Place = "contacts" | "person" | "list";

/**
 * Search texts. They live in memory only: an address of a contact belongs into no address bar, history or storage,
 * and into no other account.
 */
const useSearchStore = create<{ readonly entry: string | undefined; readonly by: Partial<Record<Place, string>> }>()(
  () => ({ entry: undefined, by: {} }),
);

/** The search text of a page; undefined before the first search. */
export function searchText(place: Place): string | undefined {
  const { entry, by } = useSearchStore.getState();
  return entry === useSessionStore.getState().entry ? by[place] : undefined;
}

/** Keeps the search text of a page; undefined removes it. */
export function keepSearch(place: Place, text: string | undefined): void {
  const { entry } = useSessionStore.getState();
  useSearchStore.setState((before) => ({
    entry,
    by: { ...(before.entry === entry ? before.by : {}), [place]: text },
  }));
}
