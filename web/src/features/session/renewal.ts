import type { Api } from "../../api/api";
import { toFault } from "../../api/fault";
import { serverTime } from "../../api/server-time";
import {
  continueSession,
  endsSoon,
  hasValidSession,
  readSharedSession,
  useSessionStore,
} from "../../stores/session-store";

/** Name of the lock that every tab takes to renew. */
const LOCK = "puls.session.renew";

export interface Renewal {
  /** Renews if the token is about to end; a failure shows with the next call. */
  readonly prepare: () => Promise<void>;
  /**
   * Renews unless somebody already did since `refused` was sent. False when there is no session to continue; throws
   * when the server gave no answer or a failure.
   */
  readonly renew: (refused: string | undefined) => Promise<boolean>;
}

/** One renewal for any number of calls (they share the promise) and of tabs (they share the lock and the store). */
export function createRenewal(api: () => Api): Renewal {
  let running: Promise<boolean> | undefined;

  const renewOnce = async (refused: string | undefined): Promise<boolean> => {
    readSharedSession();
    const { token } = useSessionStore.getState();
    if (token !== undefined && token !== refused && hasValidSession()) return true;
    const time = serverTime();
    try {
      const issued = await api().session.refreshToken({}, time.options);
      continueSession(issued, time.seconds());
      return true;
    } catch (thrown) {
      if (toFault(thrown).httpStatus === 401) return false;
      throw thrown;
    }
  };

  const renew = (refused: string | undefined): Promise<boolean> => {
    running ??= alone(() => renewOnce(refused)).finally(() => (running = undefined));
    return running;
  };

  return {
    renew,
    prepare: async () => {
      if (!endsSoon()) return;
      // Whatever goes wrong here comes back as the 401 of the call itself, if it matters.
      await renew(useSessionStore.getState().token).catch(() => false);
    },
  };
}

/** Runs work while no other tab does. Browsers without locks still share within the tab. */
async function alone(work: () => Promise<boolean>): Promise<boolean> {
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  return locks ? await locks.request(LOCK, work) : await work();
}
