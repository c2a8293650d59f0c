import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "../../../api/fault";

/** A download started from this page: idle → running → done, or failed; cancelling returns to idle. */
export interface DownloadState {
  readonly phase: "idle" | "running" | "done" | "failed";
  readonly bytes: number;
  /** Contacts (or visitors) so far. */
  readonly rows: number;
  readonly fileName: string;
  readonly fault: Fault | undefined;
}

export type DownloadStore = StoreApi<DownloadState>;

export const IDLE_DOWNLOAD: DownloadState = { phase: "idle", bytes: 0, rows: 0, fileName: "", fault: undefined };

export function createDownloadStore(): DownloadStore {
  return createStore(() => IDLE_DOWNLOAD);
}
