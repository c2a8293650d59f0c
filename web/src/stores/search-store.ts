import { create } from "zustand";
import { useSessionStore } from "./session-store";

/** The page with the search. "list" is the filters of the list of contacts, in the form of its address. */
type Place = "contacts" | "person" | "list";

/**
 * Search texts. They are kept in memory only: a contact's address must not appear in an address bar, history or
 * storage, or in another account.
 */
const useSearchStore = create<{ readonly entry: string | undefined; readonly by: Partial<Record<Place, string>> }>()(
  () => ({ entry: undefined, by: {} }),
);

/** The search text of a page; undefined before the first search. */
export function searchText(place: Place): string | undefined {
  const { entry, by } = useSearchStore.getState();
  return entry === useSessionStore.getState().entry ? by[place] : undefined;
}

/** Stores the search text of a page; undefined removes it. */
export function keepSearch(place: Place, text: string | undefined): void {
  const { entry } = useSessionStore.getState();
  useSearchStore.setState((before) => ({
    entry,
    by: { ...(before.entry === entry ? before.by : {}), [place]: text },
  }));
}
