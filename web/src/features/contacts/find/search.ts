import type { LoaderFunctionArgs } from "react-router";
import { redirect } from "react-router";
import { clientOf } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ContactsService, ScoringService } from "../../../api/services";
import type { ContactSearch, FoundContact, SearchContactsResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { dayOf } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { pageWithin } from "../../../lib/page-sizes";
import { loadDatabases } from "../../../stores/load-databases";
import { usePreferenceStore } from "../../../stores/preference-store";
import { keepSearch, searchText } from "../../../stores/search-store";
import { meContext } from "../../session";
import { scoringChoices, type ScoringChoice } from "../person/model/score-choice";
import { readView, searchOf, type SearchView } from "./view";

/** Details that load after the contacts, by their key: groups, and with scores the last activity. */
export type Details = ReadonlyMap<string, FoundContact>;

export interface SearchData {
  readonly view: SearchView;
  readonly query: string;
  readonly pageSize: number;
  /** Databases of the account; empty if they could not be loaded, so that there is no choice. */
  readonly databases: readonly string[];
  /** The number of contacts of the account; 0 if it could not be loaded. */
  readonly everybody: number;
  /** Scorings that have results; empty if they could not be loaded. */
  readonly scorings: readonly ScoringChoice[];
  /** Empty if there is none. */
  readonly scoringId: string;
  /** Whether scores are shown: the scoring has a result. */
  readonly scored: boolean;
  /** Finds the contacts of all pages. */
  readonly search: ContactSearch;
  /** All contacts, until there is a search. */
  readonly found: Settled<SearchContactsResponse>;
  /** Undefined if there are no contacts. */
  readonly details: Promise<Settled<Details>> | undefined;
  /** A new number for each load, so that a part that loads again does not delay the contacts. */
  readonly load: number;
}

let loads = 0;

/** Whether the search was just submitted: then a single match opens at once. */
let straight = false;

/** Sets the query of the next search. */
export function lookFor(query: string): void {
  keepSearch("contacts", query);
  straight = true;
}

export function keyOf({ uid, number }: Pick<FoundContact, "uid" | "number">): string {
  return `${uid}/${number}`;
}

/** Finds the contacts that match the URL and the typed query; a page beyond the last is the last. */
export async function searchLoader({ context, request: { url, signal } }: LoaderFunctionArgs): Promise<SearchData> {
  const api = context.get(apiContext);
  const view = readView(new URL(url).searchParams);
  const query = searchText("contacts") ?? "";
  // Keeps the filters for the way back from a contact.
  keepSearch("list", new URL(url).search);
  const pageSize = view.pageSize ?? usePreferenceStore.getState().pageSize;
  const atOnce = straight;
  straight = false;
  const contacts = clientOf(api, ContactsService);
  const databases = settle(loadDatabases(api, signal));
  const scorings = settle(
    clientOf(api, ScoringService)
      .listScorings({}, { signal })
      .then(({ items }) => scoringChoices(items, view.uid)),
  );
  const ask = async (search: ContactSearch): Promise<Settled<SearchContactsResponse>> => {
    const call = () => settle(contacts.searchContacts({ ...search, pageSize }, { signal }));
    const found = await call();
    // The result was replaced meanwhile: the next call reads the new one.
    return found.fault?.reason === "REPORT_REPLACED" ? call() : found;
  };
  const scoringId = view.scoring === "" ? ((await scorings).value?.[0]?.id ?? "") : view.scoring;
  const today = dayOf(new Date(), context.get(meContext).timeZone);
  let search = searchOf(view, query, scoringId, today);
  let found = await ask({ ...search, page: view.page });
  const scored = scoringId !== "" && found.fault?.reason !== "REPORT_NOT_FOUND";
  if (scoringId !== "" && !scored) {
    search = searchOf(view, query, "", today);
    found = await ask({ ...search, page: view.page });
  }
  const total = found.value?.total ?? 0;
  const page = pageWithin(view.page, total, pageSize);
  if (found.value && view.page > page) found = await ask({ ...search, page });
  const only = found.value?.items[0];
  if (atOnce && total === 1 && only && query.trim() !== "") throw redirect(paths.contact(only.uid, only.number));
  // All later calls use the result that is shown.
  if (scored) search = { ...search, generatedDate: found.value?.generatedDate ?? "" };
  const listed = (await databases).value ?? [];
  loads += 1;
  return {
    load: loads,
    query,
    pageSize,
    view: { ...view, page },
    databases: listed.map(({ uid }) => uid),
    everybody: listed.reduce((sum, { contactCount }) => sum + contactCount, 0),
    scorings: (await scorings).value ?? [],
    scoringId,
    scored,
    search,
    found,
    details:
      total > 0
        ? settle(
            contacts
              .searchContacts({ ...search, page, pageSize, withActivity: scored, withGroups: true }, { signal })
              .then(({ items }) => new Map(items.map((one) => [keyOf(one), one]))),
          )
        : undefined,
  };
}
