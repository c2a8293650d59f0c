import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { ContactsService } from "../../api/services";
import type { Database } from "../../api/messages";

/** Loads every database of the account, in the order of their uids. */
export async function databasesLoader({
  context,
  request: { signal },
}: LoaderFunctionArgs): Promise<readonly Database[]> {
  return (await clientOf(context.get(apiContext), ContactsService).listDatabases({}, { signal })).items;
}
