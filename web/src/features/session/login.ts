import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { SessionService } from "../../api/services";
import { type Fault, toFault } from "../../api/fault";
import { serverTime } from "../../api/server-time";
import { error500Path, paths, safePath } from "../../lib/paths";
import { noteSuperAdmin, showSnackbar } from "../../stores/app-store";
import { endSession, hasValidSession, startSession, useSessionStore } from "../../stores/session-store";
import { forgetAllUnsaved } from "../../stores/unsaved-store";
import { sessionMessages } from "./messages";

/** The reason of a failed sign-in, as a key of the error catalogue. */
export interface LoginFailure {
  readonly reason: Fault["reason"];
  readonly httpStatus: number;
}

function target(request: Request): string {
  return safePath(new URL(request.url).searchParams.get("from"));
}

/** Redirects signed-in users away from the sign-in page. */
export function loginLoader({ request }: LoaderFunctionArgs): Response | null {
  return hasValidSession() ? redirect(target(request)) : null;
}

/** Signs in and redirects to the user's previous page. */
export async function loginAction({ context, request }: ActionFunctionArgs): Promise<Response | LoginFailure> {
  const api = context.get(apiContext);
  const form = await request.formData();
  const email = form.get("email");
  const password = form.get("password");
  const time = serverTime();
  try {
    const answer = await clientOf(api, SessionService).login(
      {
        email: typeof email === "string" ? email.trim() : "",
        password: typeof password === "string" ? password : "",
      },
      time.options,
    );
    noteSuperAdmin(undefined);
    startSession(answer, time.seconds());
    return redirect(target(request));
  } catch (thrown) {
    const { reason, httpStatus } = toFault(thrown);
    // A refusal without a reason means a mistyped address or password.
    return reason === "" && (httpStatus === 400 || httpStatus === 401)
      ? { reason: "ACCOUNT_INVALID_LOGIN", httpStatus }
      : { reason, httpStatus };
  }
}

/**
 * Ends the session, here and on the server. If the server refuses or fails, an error page shows that; here the session
 * has ended.
 */
export async function logoutLoader({ context }: LoaderFunctionArgs): Promise<Response> {
  const api = context.get(apiContext);
  if (useSessionStore.getState().token === undefined) return redirect(paths.login);
  try {
    await clientOf(api, SessionService).logout({});
    return redirect(paths.login);
  } catch (thrown) {
    const fault = toFault(thrown);
    if (fault.httpStatus === 401) return redirect(paths.error401);
    if (fault.httpStatus === 500) return redirect(error500Path(fault.traceId));
    showSnackbar({ message: sessionMessages.logoutFailed }, { type: "warning", timeout: 8000 });
    return redirect(paths.login);
  } finally {
    forgetAllUnsaved();
    endSession();
    noteSuperAdmin(undefined);
  }
}
