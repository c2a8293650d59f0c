import { retryAfter, toFault } from "./fault";

/** How long to wait where a busy server does not say how long. */
const BUSY_MS = 1000;

/**
 * Asks, and again for as long as the server is busy with another preview of the account, which `onBusy` hears. Whatever
 * else fails, and the end of `signal`, is thrown.
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

/** Waits, but no longer than anybody does. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
