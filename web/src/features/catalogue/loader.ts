import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { ContactsService } from "../../api/services";
import type { Group, Property } from "../../api/messages";
import { loadDatabases } from "../../stores/load-databases";

/** A group or a feature. */
export type Item = Group | Property;

export interface CatalogueData<T extends Item = Item> {
  /** Items of all databases. */
  readonly items: readonly T[];
  /** Uids of the account; without a response, the uids of the items. */
  readonly databases: readonly string[];
}

export async function groupsLoader({
  context,
  request: { signal },
}: LoaderFunctionArgs): Promise<CatalogueData<Group>> {
  const api = context.get(apiContext);
  const known = databasesOf(api, signal);
  const { uids } = await clientOf(api, ContactsService).listGroups({}, { signal });
  return { items: Object.values(uids).flatMap(({ items }) => items), databases: (await known) ?? Object.keys(uids) };
}

export async function featuresLoader({
  context,
  request: { signal },
}: LoaderFunctionArgs): Promise<CatalogueData<Property>> {
  const api = context.get(apiContext);
  const known = databasesOf(api, signal);
  const { uids } = await clientOf(api, ContactsService).listProperties({}, { signal });
  return { items: Object.values(uids).flatMap(({ items }) => items), databases: (await known) ?? Object.keys(uids) };
}

function databasesOf(api: Api, signal: AbortSignal): Promise<string[] | undefined> {
  return loadDatabases(api, signal).then(
    (items) => items.map(({ uid }) => uid),
    () => undefined,
  );
}

/** Search, filters and pages need no request: all rows are loaded. */
export function revalidateCatalogue(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const onlyView = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return onlyView ? false : defaultShouldRevalidate;
}
