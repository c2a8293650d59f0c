import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import type { Group, Property } from "../../api/messages";

/** A group or a feature. */
export type Item = Group | Property;

export interface CatalogueData<T extends Item = Item> {
  /** Of every database. */
  readonly items: readonly T[];
  /** Uids of the account; without an answer those that the items are of. */
  readonly databases: readonly string[];
}

export function createGroupsLoader(api: Api) {
  return async ({ request: { signal } }: LoaderFunctionArgs): Promise<CatalogueData<Group>> => {
    const known = databasesOf(api, signal);
    const { uids } = await api.contacts.listGroups({}, { signal });
    return { items: Object.values(uids).flatMap(({ items }) => items), databases: (await known) ?? Object.keys(uids) };
  };
}

export function createFeaturesLoader(api: Api) {
  return async ({ request: { signal } }: LoaderFunctionArgs): Promise<CatalogueData<Property>> => {
    const known = databasesOf(api, signal);
    const { uids } = await api.contacts.listProperties({}, { signal });
    return { items: Object.values(uids).flatMap(({ items }) => items), databases: (await known) ?? Object.keys(uids) };
  };
}

function databasesOf(api: Api, signal: AbortSignal): Promise<string[] | undefined> {
  return api.contacts.listDatabases({}, { signal }).then(
    ({ items }) => items.map(({ uid }) => uid),
    () => undefined,
  );
}

/** Searching, filters and pages ask the server nothing: every row is here already. */
export function revalidateCatalogue(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const onlyView = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return onlyView ? false : defaultShouldRevalidate;
}
