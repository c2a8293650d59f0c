import { pause } from "../lib/pause";
import { retryAfter, toFault } from "./fault";

/** The wait if a busy server does not give one. */
const BUSY_MS = 1000;

/**
 * Calls `ask`, and repeats it while the server is busy with another preview of the account; `onBusy` is called then.
 * Throws other failures, and the end of `signal`.
 */
export async function whenFree<T>(ask: () => Promise<T>, signal: AbortSignal, onBusy?: () => void): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      if (signal.aborted || toFault(thrown).reason !== "SCORING_PREVIEW_BUSY") throw thrown;
      onBusy?.();
      await pause(retryAfter(thrown) ?? BUSY_MS, signal);
      signal.throwIfAborted();
    }
  }
}
