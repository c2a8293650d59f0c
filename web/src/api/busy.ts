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
      await rest(retryAfter(thrown) ?? BUSY_MS, signal);
      signal.throwIfAborted();
    }
  }
}

/** Waits, but not beyond the end of the signal. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
