import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { AccountService } from "../gen/puls/account/v1/account_service_pb";
import { SessionService } from "../gen/puls/account/v1/session_service_pb";
import type { SessionPort } from "./session-port";

/** Header that names the version of the running program. */
const VERSION_HEADER = "x-app-version";

/** Watches the headers of every answer, failed ones too. */
export type HeaderWatch = (headers: Headers) => void;

/** Makes a watch that reports the server's version, whenever an answer names one. */
export function versionWatch(onVersion: (version: string) => void): HeaderWatch {
  return (headers) => {
    const version = headers.get(VERSION_HEADER);
    if (version !== null && version !== "") onVersion(version);
  };
}

/** Shows every answer's headers to the watch. */
export function watchHeaders(watch: HeaderWatch): Interceptor {
  return (next) => async (request) => {
    try {
      const answer = await next(request);
      watch(answer.header);
      return answer;
    } catch (thrown) {
      if (thrown instanceof ConnectError) watch(thrown.metadata);
      throw thrown;
    }
  };
}

/**
 * Sends the bearer token. After a 401 the session is renewed once and the call repeated; if that fails the session
 * is over. Signing in carries no token, and the guard's own question about the user fails directly.
 */
export function bearer(session: SessionPort): Interceptor {
  return (next) => async (request) => {
    if (request.method === SessionService.method.login) return next(request);
    authorize(request.header, session);
    if (request.method === AccountService.method.getMe) return next(request);
    if (request.stream) {
      // Its request can be read once only and its 401 arrives with the messages: nothing to repeat.
      const answer = await next(request);
      return answer.stream ? { ...answer, message: endOn401(answer.message, session) } : answer;
    }
    try {
      return await next(request);
    } catch (thrown) {
      if (!isUnauthenticated(thrown)) throw thrown;
      if (await session.renew()) {
        authorize(request.header, session);
        return next(request);
      }
      session.ended();
      throw thrown;
    }
  };
}

async function* endOn401<T>(messages: AsyncIterable<T>, session: SessionPort): AsyncIterable<T> {
  try {
    yield* messages;
  } catch (thrown) {
    if (isUnauthenticated(thrown)) session.ended();
    throw thrown;
  }
}

function isUnauthenticated(thrown: unknown): boolean {
  return thrown instanceof ConnectError && thrown.code === Code.Unauthenticated;
}

/** Puts the token into the headers of a call. */
export function authorize(headers: Headers, session: SessionPort): void {
  const token = session.token();
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
}
