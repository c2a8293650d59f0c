import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "../../api/fault";
import type { ChannelProgress } from "../../api/messages";

/** A calculation started from this page: idle → starting → running → finished, or failed at any point. */
export interface CalculationState {
  readonly phase: "idle" | "starting" | "running" | "finished" | "failed";
  readonly channels: readonly ChannelProgress[];
  readonly fault: Fault | undefined;
}

export type CalculationStore = StoreApi<CalculationState>;

export function createCalculationStore(): CalculationStore {
  return createStore(() => ({ phase: "idle", channels: [], fault: undefined }));
}

/** A download started from this page: idle → running → done, or failed; cancelling leads back to idle. */
export interface DownloadState {
  readonly phase: "idle" | "running" | "done" | "failed";
  readonly bytes: number;
  readonly fileName: string;
  readonly fault: Fault | undefined;
}

export type DownloadStore = StoreApi<DownloadState>;

export const IDLE_DOWNLOAD: DownloadState = { phase: "idle", bytes: 0, fileName: "", fault: undefined };

export function createDownloadStore(): DownloadStore {
  return createStore(() => IDLE_DOWNLOAD);
}
