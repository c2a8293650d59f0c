import { createContext, use } from "react";
import { useStore } from "zustand";
import type { Database } from "../../api/messages";
import type { ImportActions } from "./actions";
import type { ImportState, ImportStore } from "./store";

interface ImportHold {
  readonly store: ImportStore;
  readonly actions: ImportActions;
  /** Databases of the account; empty if they could not be loaded. */
  readonly databases: readonly Database[];
}

const ImportContext = createContext<ImportHold | undefined>(undefined);

export const ImportProvider = ImportContext.Provider;

/** The import of the page, with its actions. */
export function useImport(): ImportHold {
  const hold = use(ImportContext);
  if (!hold) throw new Error("useImport needs an ImportProvider above it");
  return hold;
}

export function useImportState<T>(select: (state: ImportState) => T): T {
  return useStore(useImport().store, select);
}
