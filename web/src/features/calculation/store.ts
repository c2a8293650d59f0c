import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "../../api/fault";
import type { ChannelProgress } from "../../api/messages";

/** A calculation followed by a page: idle → starting → running → finished, or failed at any point. */
export interface CalculationState {
  readonly phase: "idle" | "starting" | "running" | "finished" | "failed";
  readonly channels: readonly ChannelProgress[];
  readonly fault: Fault | undefined;
}

export type CalculationStore = StoreApi<CalculationState>;

export function createCalculationStore(): CalculationStore {
  return createStore(() => ({ phase: "idle", channels: [], fault: undefined }));
}
