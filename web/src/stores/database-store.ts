import { create } from "zustand";
import { clientOf, type Api } from "../api/api";
import { ContactsService } from "../api/services";
import type { Database } from "../api/messages";
import { onEntry } from "./session-store";

/** The account's databases as they were last loaded; undefined before the first time. */
const useDatabaseStore = create<{ readonly databases: readonly Database[] | undefined }>()(() => ({
  databases: undefined,
}));

onEntry(() => useDatabaseStore.setState({ databases: undefined }));

/** Loads the account's databases: its own first, the others by uid. */
export async function loadDatabases(api: Api, signal?: AbortSignal): Promise<readonly Database[]> {
  const { items } = await clientOf(api, ContactsService).listDatabases({}, signal ? { signal } : {});
  const databases = items.toSorted((a, b) => Number(b.own) - Number(a.own));
  useDatabaseStore.setState({ databases });
  return databases;
}

/** What people call a database: its name, or its uid where it has none. */
export function nameOfDatabase({ name, uid }: Pick<Database, "name" | "uid">): string {
  return name || uid;
}

/** Loads the databases for their names where no page has: a name is a help, and without it the uid stands there. */
export function wantDatabaseNames(api: Api): void {
  if (!useDatabaseStore.getState().databases) loadDatabases(api).catch(() => undefined);
}

/** Names databases by their uids. Until the names are there, or where they cannot be told, by the uids themselves. */
export function useDatabaseName(): (uid: string) => string {
  const databases = useDatabaseStore((state) => state.databases);
  return (uid) => nameOfDatabase(databases?.find((one) => one.uid === uid) ?? { name: "", uid });
}
