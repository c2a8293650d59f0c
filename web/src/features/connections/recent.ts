import { createStore, type StoreApi } from "zustand/vanilla";
import { pause } from "../../lib/pause";

/** An event with its position among those received since the page was opened. */
export interface Arrived<T> {
  readonly number: number;
  readonly event: T;
}

/** Events as they arrive: connecting → live, lost while reconnecting, or paused by the user. */
export interface RecentState<T> {
  readonly phase: "connecting" | "live" | "lost" | "paused";
  /** The newest first. */
  readonly items: readonly Arrived<T>[];
}

export type RecentStore<T> = StoreApi<RecentState<T>>;

/** The number of events shown. */
export const KEPT = 50;
/** The pause before the next attempt, and the one after some minutes without success. */
const SOON_MS = 2_000;
const LATER_MS = 30_000;
const PATIENCE_MS = 600_000;

export function createRecentStore<T>(): RecentStore<T> {
  return createStore<RecentState<T>>(() => ({ phase: "connecting", items: [] }));
}

/** Opens a stream; `onOpen` is called when the response begins, which may be long before the first event. */
export type Open<T> = (signal: AbortSignal, onOpen: () => void) => AsyncIterable<T>;

/**
 * Follows a stream until the signal, and opens it again whenever it ends. A stream begins with the newest earlier
 * events, so its first message replaces the shown ones. Data derived from events are reloaded at a pace that a person
 * can follow.
 */
export async function follow<T>(
  store: RecentStore<T>,
  open: Open<T>,
  signal: AbortSignal,
  onArrivals: () => void,
): Promise<void> {
  const since = Date.now();
  const gone = (): boolean => signal.aborted;
  const notify = atPace(onArrivals, signal);
  const live = (): void => {
    if (!gone()) store.setState({ phase: "live" });
  };
  let number = 0;
  while (!gone()) {
    let fresh = true;
    try {
      for await (const event of open(signal, live)) {
        const items = fresh ? [] : store.getState().items;
        fresh = false;
        store.setState({ phase: "live", items: [{ number: ++number, event }, ...items].slice(0, KEPT) });
        notify();
      }
    } catch {
      // Any error leads to another attempt; without the stream the page still shows the counts.
      if (!gone()) store.setState({ phase: "lost" });
    }
    await pause(Date.now() - since < PATIENCE_MS ? SOON_MS : LATER_MS, signal);
  }
}

/** Calls `act` some time after the first of several calls, until the signal. */
function atPace(act: () => void, signal: AbortSignal): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    void pause(SOON_MS, signal).then(() => {
      waiting = false;
      if (!signal.aborted) act();
    });
  };
}
