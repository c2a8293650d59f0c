import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import type { Database } from "../../api/messages";

/** Loads every database of the account, in the order of their uids. */
export function createDatabasesLoader(api: Api) {
  return async ({ request: { signal } }: LoaderFunctionArgs): Promise<readonly Database[]> =>
    (await api.contacts.listDatabases({}, { signal })).items;
}
