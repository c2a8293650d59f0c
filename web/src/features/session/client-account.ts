import { clientOf, type Api } from "../../api/api";
import { SessionService } from "../../api/services";
import type { GetMeResponse } from "../../api/messages";
import { serverTime } from "../../api/server-time";
import { noteSuperAdmin } from "../../stores/app-store";
import { restartPage, startSession } from "../../stores/session-store";
import { showFault } from "../../stores/show-fault";

/** Whether the user works in an account that is not their own. */
export function isGuest(me: GetMeResponse): boolean {
  return me.mainAccountId !== 0 && me.mainAccountId !== me.accountId;
}

/**
 * Moves the session into a client's account, or, without an id, back to the user's own. The page then starts afresh, so
 * that no data of one account is left on screen or in memory in the other. Throws a refusal.
 */
export async function enterAccount(api: Api, clientId: string): Promise<void> {
  const time = serverTime();
  const issued = await clientOf(api, SessionService).loginClient({ clientId }, time.options);
  noteSuperAdmin(undefined);
  startSession(issued, time.seconds());
  restartPage();
}

/** Moves the session back to the user's own account; a refusal is shown. */
export function returnHome(api: Api): Promise<void> {
  return enterAccount(api, "").catch(showFault);
}
