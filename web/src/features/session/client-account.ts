import { clientOf, type Api } from "../../api/api";
import { SessionService } from "../../api/services";
import { toFault, type Fault } from "../../api/fault";
import type { GetMeResponse } from "../../api/messages";
import { serverTime } from "../../api/server-time";
import { noteSuperAdmin } from "../../stores/app-store";
import { restartPage, startSession } from "../../stores/session-store";

/** Whether the user works in an account that is not their own. */
export function isGuest(me: GetMeResponse): boolean {
  return me.mainAccountId !== 0 && me.mainAccountId !== me.accountId;
}

/**
 * Moves the session into a client's account, or, without an id, back to the user's own. The page then starts afresh, so
 * that no data of one account is left on screen or in memory in the other. Returns the fault of a refusal.
 */
export async function enterAccount(api: Api, clientId: string): Promise<Fault | undefined> {
  const time = serverTime();
  try {
    const issued = await clientOf(api, SessionService).loginClient({ clientId }, time.options);
    noteSuperAdmin(undefined);
    startSession(issued, time.seconds());
    restartPage();
    return undefined;
  } catch (thrown) {
    return toFault(thrown);
  }
}
