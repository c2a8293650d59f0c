import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import { toFault } from "../../api/fault";
import { safePath } from "../../lib/paths";
import { hasValidSession, startSession } from "../../stores/session-store";

/** Why signing in failed; what the error catalogue is asked with. */
export interface LoginFailure {
  readonly reason: string;
  readonly httpStatus: number;
}

function target(request: Request): string {
  return safePath(new URL(request.url).searchParams.get("from"));
}

/** Who is signed in already needs no sign-in page. */
export function loginLoader({ request }: LoaderFunctionArgs): Response | null {
  return hasValidSession(Date.now() / 1000) ? redirect(target(request)) : null;
}

/** Signs in and leads to where the person was. */
export function createLoginAction(api: Api) {
  return async ({ request }: ActionFunctionArgs): Promise<Response | LoginFailure> => {
    const form = await request.formData();
    const email = form.get("email");
    const password = form.get("password");
    try {
      const answer = await api.session.login({
        email: typeof email === "string" ? email.trim() : "",
        password: typeof password === "string" ? password : "",
      });
      startSession(answer.token, answer.expire);
      return redirect(target(request));
    } catch (thrown) {
      const { reason, httpStatus } = toFault(thrown);
      // Whoever mistyped is told so in one way, whatever the server calls it.
      return reason === "" && (httpStatus === 400 || httpStatus === 401)
        ? { reason: "ACCOUNT_INVALID_LOGIN", httpStatus }
        : { reason, httpStatus };
    }
  };
}
