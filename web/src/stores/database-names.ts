import type { Api } from "../api/api";
import { useDatabaseStore } from "./database-store";

/**
 * Loads the databases for their names where no page has: a name is a help, and without it the uid stands there. The
 * contract of contacts, which no first page has, comes with it.
 */
export function wantDatabaseNames(api: Api): void {
  if (useDatabaseStore.getState().databases) return;
  import("./load-databases").then(({ loadDatabases }) => loadDatabases(api)).catch(() => undefined);
}
