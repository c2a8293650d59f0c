import { clientOf, type Api } from "../api/api";
import { ContactsService } from "../api/services";
import type { Database } from "../api/messages";
import { useDatabaseStore } from "./database-store";

/** Loads the account's databases: its own first, the others ordered by uid. */
export async function loadDatabases(api: Api, signal?: AbortSignal): Promise<readonly Database[]> {
  const { items } = await clientOf(api, ContactsService).listDatabases({}, signal ? { signal } : {});
  const databases = items.toSorted((a, b) => Number(b.own) - Number(a.own));
  useDatabaseStore.setState({ databases });
  return databases;
}
