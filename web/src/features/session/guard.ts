import {
  createContext,
  redirect,
  useRouteLoaderData,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
} from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { AccountService } from "../../api/services";
import { toFault } from "../../api/fault";
import type { GetMeResponse } from "../../api/messages";
import { describePerson } from "../../flags/flags";
import { showAccountLanguage, useLanguageStore } from "../../i18n/language";
import { error500Path, loginPath, paths } from "../../lib/paths";
import { noteSuperAdmin, useAppStore } from "../../stores/app-store";
import {
  endSession,
  hasValidSession,
  leaveEntry,
  useSessionStore,
  type SessionState,
} from "../../stores/session-store";
import type { Renewal } from "./renewal";
import { externalLink } from "./external-ui";
import { withChallenge } from "./verifier";

/** Id of the parent route of every protected page. */
export const SESSION_ROUTE = "session";

let outdated = false;

/** Loads the user again with the next page, because the account's settings have changed. */
export function forgetMe(): void {
  outdated = true;
}

/** The guard's user, for the loaders of protected pages. */
export const meContext = createContext<GetMeResponse>();

/**
 * Admits only signed-in users. It runs before any page's loader. Without a token it redirects to the sign-in page and
 * back; with an expired one to the connected system's address for that route, if it set one, and otherwise renews it. A
 * token that the server refuses leads to the 401 page, any other failure to the 500 page. The user is loaded once per
 * token, and again after a change.
 */
export function createGuard(renewal: Renewal): MiddlewareFunction {
  let known: (Pick<SessionState, "token" | "entry"> & { readonly me: GetMeResponse }) | undefined;
  return async ({ request, context }, next) => {
    const url = new URL(request.url);
    if (!hasValidSession()) await revive(url, renewal);
    const { token } = useSessionStore.getState();
    // The end of a trial is checked again on the page about it.
    if (known?.token !== token || outdated || url.pathname === paths.trialExpired) {
      // The settings may change again while the user is loaded.
      outdated = false;
      const me = await askForMe(context.get(apiContext), url, request.signal).catch((thrown: unknown) => {
        outdated = true;
        throw thrown;
      });
      const { entry } = useSessionStore.getState();
      if (known && known.entry === entry && known.me.accountId !== me.accountId) {
        leaveEntry();
        if (useAppStore.getState().superAdminAccount !== String(me.accountId)) noteSuperAdmin(undefined);
      }
      known = { token: useSessionStore.getState().token, entry: useSessionStore.getState().entry, me };
      const wanted = useSessionStore.getState().ui?.language ?? "";
      await showAccountLanguage(wanted === "" ? known.me.language : wanted);
    }
    const { me } = known ?? {};
    if (!me) throw redirect(paths.error500);
    describePerson(me, useLanguageStore.getState().language);
    if (me.trialExpired && url.pathname !== paths.trialExpired) throw redirect(paths.trialExpired);
    if (!me.trialExpired) forgetTrial();
    context.set(meContext, me);
    return next();
  };
}

function forgetTrial(): void {
  useAppStore.setState(({ dialog }) => ({ dialog: dialog === "trial-expired" ? undefined : dialog }));
}

/** Renews a session with an expired token, or redirects. */
async function revive(url: URL, renewal: Renewal): Promise<void> {
  const { token, ui } = useSessionStore.getState();
  const from = url.pathname + url.search + url.hash;
  if (token === undefined) throw redirect(loginPath(from));
  const outside = externalLink(ui, url.pathname);
  if (outside !== undefined) {
    endSession();
    window.location.assign(await withChallenge(outside));
    // The browser is leaving: no page of ours may be drawn meanwhile.
    await new Promise<never>(() => undefined);
  }
  let renewed: boolean;
  try {
    renewed = await renewal.renew(token);
  } catch (thrown) {
    throw redirect(error500Path(toFault(thrown).traceId, from));
  }
  if (renewed) return;
  endSession(from);
  throw redirect(loginPath(from));
}

async function askForMe(api: Api, url: URL, signal: AbortSignal): Promise<GetMeResponse> {
  try {
    return await clientOf(api, AccountService).getMe({}, { signal });
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const fault = toFault(thrown);
    if (fault.httpStatus === 401) {
      endSession(url.pathname + url.search);
      throw redirect(paths.error401);
    }
    throw redirect(error500Path(fault.traceId, url.pathname + url.search));
  }
}

/** Passes the guard's user to the pages. */
export function sessionLoader({ context }: LoaderFunctionArgs): { readonly me: GetMeResponse } {
  return { me: context.get(meContext) };
}

/** Admits only accounts with an ended trial to their page. */
export function trialLoader({ context }: LoaderFunctionArgs): { readonly me: GetMeResponse } | Response {
  const me = context.get(meContext);
  return me.trialExpired ? { me } : redirect(paths.home);
}

/** The signed-in user; only below the session route. */
export function useMe(): GetMeResponse {
  const data = useRouteLoaderData<typeof sessionLoader>(SESSION_ROUTE);
  if (!data) throw new Error("useMe needs the session route above it");
  return data.me;
}
