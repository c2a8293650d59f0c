import { create } from "zustand";
import type { Database } from "../api/messages";
import { onEntry } from "./session-store";

/** The account's databases as they were last loaded; undefined before the first time. */
export const useDatabaseStore = create<{ readonly databases: readonly Database[] | undefined }>()(() => ({
  databases: undefined,
}));

onEntry(() => useDatabaseStore.setState({ databases: undefined }));

/** What people call a database: its name, or its uid where it has none. */
export function nameOfDatabase({ name, uid }: Pick<Database, "name" | "uid">): string {
  return name || uid;
}

/** Names databases by their uids. Until the names are there, or where they cannot be told, by the uids themselves. */
export function useDatabaseName(): (uid: string) => string {
  const databases = useDatabaseStore((state) => state.databases);
  return (uid) => nameOfDatabase(databases?.find((one) => one.uid === uid) ?? { name: "", uid });
}
