import type { Api } from "../api/api";
import { useDatabaseStore } from "./database-store";

/**
 * Loads the databases for their names if no page has done so. Without a name the uid is shown instead. The contract of
 * contacts, which no initial page needs, is loaded with it.
 */
export async function wantDatabaseNames(api: Api): Promise<void> {
  if (useDatabaseStore.getState().databases) return;
  try {
    await (await import("./load-databases")).loadDatabases(api);
  } catch {
    // The uids stay.
  }
}
