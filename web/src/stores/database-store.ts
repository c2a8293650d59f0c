import { create } from "zustand";
import type { Database } from "../api/messages";
import { onEntry } from "./session-store";

/** The account's databases as last loaded; undefined before the first load. */
export const useDatabaseStore = create<{ readonly databases: readonly Database[] | undefined }>()(() => ({
  databases: undefined,
}));

onEntry(() => useDatabaseStore.setState({ databases: undefined }));

/** The display name of a database: its name, or its uid if it has none. */
export function nameOfDatabase({ name, uid }: Pick<Database, "name" | "uid">): string {
  return name || uid;
}

/**
 * Returns a function from uids to names of databases. Until the names are loaded, or if loading fails, it returns the
 * uids themselves.
 */
export function useDatabaseName(): (uid: string) => string {
  const databases = useDatabaseStore((state) => state.databases);
  return (uid) => nameOfDatabase(databases?.find((one) => one.uid === uid) ?? { name: "", uid });
}
