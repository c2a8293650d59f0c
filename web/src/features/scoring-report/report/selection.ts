import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { BandKey } from "../../../lib/bands";
import type { Reason } from "../../../lib/score-parts";
import { useReport } from "./use-report";

/** The ticked rows of the tables, for a group. They belong to one result: another one has none ticked. */
interface SelectionState {
  readonly of: string;
  readonly bands: readonly BandKey[];
  readonly reasons: readonly Reason[];
}

export type SelectionStore = StoreApi<SelectionState>;

export function createSelectionStore(): SelectionStore {
  return createStore(() => ({ of: "", bands: [], reasons: [] }));
}

export const SelectionContext = createContext<SelectionStore | undefined>(undefined);

export interface Selection {
  readonly bands: readonly BandKey[];
  readonly reasons: readonly Reason[];
  readonly toggleBand: (band: BandKey) => void;
  readonly toggleReason: (reason: Reason) => void;
  readonly clear: () => void;
}

/** The ticked rows of the shown result. */
export function useSelection(): Selection {
  const store = use(SelectionContext);
  if (!store) throw new Error("useSelection needs the report's frame above it");
  const of = JSON.stringify(useReport().query);
  const state = useStore(store);
  const { bands, reasons } = state.of === of ? state : { bands: [], reasons: [] };
  return {
    bands,
    reasons,
    toggleBand: (band) => store.setState({ of, bands: toggled(bands, band), reasons }),
    toggleReason: (reason) => store.setState({ of, bands, reasons: toggled(reasons, reason) }),
    clear: () => store.setState({ of, bands: [], reasons: [] }),
  };
}

function toggled<T>(list: readonly T[], one: T): readonly T[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}
