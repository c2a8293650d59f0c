import {
  createContext,
  redirect,
  useRouteLoaderData,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
} from "react-router";
import type { Api } from "../../api/api";
import { toFault } from "../../api/fault";
import type { GetMeResponse } from "../../api/messages";
import { showAccountLanguage } from "../../i18n/language";
import { loginPath, paths } from "../../lib/paths";
import { endSession, hasValidSession, useSessionStore } from "../../stores/session-store";

/** Id of the route that every protected page stands under. */
export const SESSION_ROUTE = "session";

const meContext = createContext<GetMeResponse>();

/**
 * Lets only signed-in people pass. It runs before any page's loader: no token or one that has run out leads to
 * signing in and back; a token that the server refuses leads to the 401 page, any other failure to the 500 page.
 * The user is asked for once a session.
 */
export function createGuard(api: Api): MiddlewareFunction {
  let known: { readonly token: string | undefined; readonly me: GetMeResponse } | undefined;
  return async ({ request, context }, next) => {
    const url = new URL(request.url);
    if (!hasValidSession(Date.now() / 1000)) {
      endSession();
      throw redirect(loginPath(url.pathname + url.search + url.hash));
    }
    const { token } = useSessionStore.getState();
    if (known?.token !== token) {
      known = { token, me: await askForMe(api, request.signal) };
      await showAccountLanguage(known.me.language);
    }
    if (known) context.set(meContext, known.me);
    return next();
  };
}

async function askForMe(api: Api, signal: AbortSignal): Promise<GetMeResponse> {
  try {
    return await api.account.getMe({}, { signal });
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const fault = toFault(thrown);
    if (fault.httpStatus === 401) {
      endSession();
      throw redirect(paths.error401);
    }
    const trace = fault.traceId === "" ? "" : `?trace=${encodeURIComponent(fault.traceId)}`;
    throw redirect(`${paths.error500}${trace}`);
  }
}

/** Hands the user that the guard asked for to the pages. */
export function sessionLoader({ context }: LoaderFunctionArgs): { readonly me: GetMeResponse } {
  return { me: context.get(meContext) };
}

/** The signed-in user; only below the session route. */
export function useMe(): GetMeResponse {
  const data = useRouteLoaderData<typeof sessionLoader>(SESSION_ROUTE);
  if (!data) throw new Error("useMe needs the session route above it");
  return data.me;
}
