import { create } from "zustand";
import type { Api } from "../../api/api";
import { toFault, type Fault } from "../../api/fault";
import type { FoundContact } from "../../api/messages";

export const PAGE_SIZE = 20;

/** One search. It lives in memory only: an address belongs into no address bar, history or storage. */
export interface Search {
  readonly accountId: number;
  readonly phase: "idle" | "running" | "done" | "failed";
  readonly query: string;
  /** From 1. */
  readonly page: number;
  readonly items: readonly FoundContact[];
  /** Of all pages. */
  readonly total: number;
  readonly fault: Fault | undefined;
}

export const NO_SEARCH: Search = {
  accountId: 0,
  phase: "idle",
  query: "",
  page: 1,
  items: [],
  total: 0,
  fault: undefined,
};

/** The last search, so that the way back from a person leads to it. */
export const useSearchStore = create<Search>()(() => NO_SEARCH);

/** Looks for contacts; of several searches the last one counts. Resolves to the contact where there is exactly one. */
export async function findContacts(
  api: Api,
  accountId: number,
  query: string,
  page = 1,
): Promise<FoundContact | undefined> {
  const wanted: Partial<Search> = { accountId, query, page };
  useSearchStore.setState({ ...wanted, phase: "running", fault: undefined });
  const asked = useSearchStore.getState();
  const isLast = (): boolean => useSearchStore.getState() === asked;
  try {
    const { items, total } = await api.contacts.searchContacts({ query: query.trim(), page, pageSize: PAGE_SIZE });
    if (!isLast()) return undefined;
    useSearchStore.setState({ phase: "done", items, total });
    return total === 1 && page === 1 ? items[0] : undefined;
  } catch (thrown) {
    if (isLast()) useSearchStore.setState({ phase: "failed", fault: toFault(thrown), items: [], total: 0 });
    return undefined;
  }
}
