import type { LoaderFunctionArgs } from "react-router";
import { redirect } from "react-router";
import { clientOf } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ContactsService } from "../../../api/services";
import type { SearchContactsResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { paths } from "../../../lib/paths";
import { usePreferenceStore } from "../../../stores/preference-store";
import { keepSearch, searchText } from "../../../stores/search-store";
import { PAGE_SIZES } from "../../../lib/page-sizes";

/** What of a search stands in the address; what was typed does not. */
export interface SearchView {
  /** Empty for all databases. */
  readonly uid: string;
  /** 0 for any group, or none. */
  readonly groupId: number;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number | undefined;
}

export interface SearchData {
  readonly view: SearchView;
  readonly query: string;
  readonly pageSize: number;
  /** Of the account; empty when they could not be loaded, then there is nothing to choose. */
  readonly databases: readonly string[];
  /** Everybody, until somebody is looked for. */
  readonly found: Settled<SearchContactsResponse>;
}

/** Reads a view; what does not fit counts as absent. */
export function readView(search: URLSearchParams): SearchView {
  const number = (name: string): number => {
    const text = search.get(name) ?? "";
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  };
  const uid = search.get("uid") ?? "";
  return {
    uid: /^\d{3,9}$/.test(uid) ? uid : "",
    groupId: number("group"),
    page: Math.min(number("page") || 1, 1_000_000),
    pageSize: PAGE_SIZES.find((one) => one === number("pageSize")),
  };
}

/** Somebody just asked for this: the only one who fits is shown at once. */
let straight = false;

/** What the page looks for next. */
export function lookFor(query: string): void {
  keepSearch("contacts", query);
  straight = true;
}

/** Finds those whom the address and what was typed ask for; a page beyond the last is the last. */
export async function searchLoader({ context, request: { url, signal } }: LoaderFunctionArgs): Promise<SearchData> {
  const api = context.get(apiContext);
  const view = readView(new URL(url).searchParams);
  const query = searchText("contacts") ?? "";
  const pageSize = view.pageSize ?? usePreferenceStore.getState().pageSize;
  const atOnce = straight;
  straight = false;
  const listed = clientOf(api, ContactsService)
    .listDatabases({}, { signal })
    .then(
      ({ items }) => items.map(({ uid }) => uid),
      (): string[] => [],
    );
  const { uid, groupId } = view;
  const ask = (page: number) =>
    settle(
      clientOf(api, ContactsService).searchContacts({ query: query.trim(), uid, groupId, page, pageSize }, { signal }),
    );
  let found = await ask(view.page);
  const total = found.value?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (found.value && view.page > last) found = await ask(last);
  const only = found.value?.items[0];
  if (atOnce && total === 1 && only && query.trim() !== "") throw redirect(paths.contact(only.uid, only.number));
  return { query, pageSize, view: { ...view, page: Math.min(view.page, last) }, databases: await listed, found };
}
