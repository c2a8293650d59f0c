import type { LoaderFunctionArgs } from "react-router";
import { apiContext } from "../../api/api-context";
import type { Database } from "../../api/messages";
import { loadDatabases } from "../../stores/load-databases";

/** Loads every database of the account, its own first. */
export function databasesLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<readonly Database[]> {
  return loadDatabases(context.get(apiContext), signal);
}
