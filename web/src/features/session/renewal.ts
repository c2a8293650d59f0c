import { clientOf, type Api } from "../../api/api";
import { SessionService } from "../../api/services";
import { toFault } from "../../api/fault";
import { serverTime } from "../../api/server-time";
import {
  continueSession,
  endsSoon,
  hasValidSession,
  isLeft,
  readSharedSession,
  restartPage,
  useSessionStore,
  watchOtherTabs,
} from "../../stores/session-store";

/** Name of the lock that tabs take to renew. */
const LOCK = "puls.session.renew";
/** Tabs are processes: the lock may arrive from another tab before its stored session does. */
const ARRIVAL_MS = 1_000;

export interface Renewal {
  /** Renews if the token expires soon; a failure shows with the next call. */
  readonly prepare: () => Promise<void>;
  /**
   * Renews unless another tab already did since `refused` was sent. False if there is no session to continue; throws if
   * the server gave no response or failed.
   */
  readonly renew: (refused: string | undefined) => Promise<boolean>;
}

/** One renewal for any number of calls (they share the promise) and of tabs (they share the lock and the store). */
export function createRenewal(api: () => Api): Renewal {
  let running: Promise<boolean> | undefined;

  const renewOnce = async (refused: string | undefined, waited: boolean): Promise<boolean> => {
    const renewed = (): boolean => useSessionStore.getState().token !== refused && hasValidSession();
    const { entry } = useSessionStore.getState();
    readSharedSession();
    if (waited && !renewed()) await arrival();
    if (renewed()) return stay(entry);
    const time = serverTime();
    try {
      const issued = await clientOf(api(), SessionService).refreshToken({}, time.options);
      continueSession(issued, time.seconds());
      return await stay(entry);
    } catch (thrown) {
      if (toFault(thrown).httpStatus === 401) return false;
      throw thrown;
    }
  };

  const renew = (refused: string | undefined): Promise<boolean> => {
    running ??= alone((waited) => renewOnce(refused, waited)).finally(() => (running = undefined));
    return running;
  };

  return {
    renew,
    prepare: async () => {
      // A failure here recurs as the 401 of the call itself, if it matters.
      if (endsSoon()) await renew(useSessionStore.getState().token).catch(() => false);
      await stay(useSessionStore.getState().entry);
    },
  };
}

/** Resolves to true for the page's own session. In that of another user or account the page restarts instead. */
function stay(entry: string | undefined): Promise<true> {
  const now = useSessionStore.getState();
  if (!isLeft() && entry !== undefined && now.token !== undefined && now.entry !== entry) restartPage();
  // No call of this page may reach the other account.
  return isLeft() ? new Promise(() => undefined) : Promise.resolve(true);
}

/**
 * Runs work exclusively among tabs, and reports whether another tab ran it just before. Browsers without locks share
 * within the tab.
 */
async function alone(work: (waited: boolean) => Promise<boolean>): Promise<boolean> {
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  if (!locks) return work(false);
  const atOnce = await locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work(false) : undefined));
  return atOnce ?? (await locks.request(LOCK, () => work(true)));
}

/** Resolves when another tab's change of the session arrives, or after a timeout. */
function arrival(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = watchOtherTabs(end);
    const timer = setTimeout(end, ARRIVAL_MS);
  });
}
