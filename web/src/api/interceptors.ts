import { type DescMethod, getOption, type Message } from "@bufbuild/protobuf";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { createAsyncIterable } from "@connectrpc/connect/protocol";
import { AccountService } from "../gen/puls/account/v1/account_service_pb";
import { SessionService } from "../gen/puls/account/v1/session_service_pb";
import { Access, call } from "../gen/puls/type/v1/call_pb";
import { toFault } from "./fault";
import type { SessionPort } from "./session-port";

type AnyFn = Parameters<Interceptor>[0];

/** Header that names the version of the running program. */
const VERSION_HEADER = "x-app-version";
/** Header that names the account a super admin works on, in answers to calls with a token. */
const SUPER_ADMIN_HEADER = "x-super-admin";
const TRIAL_EXPIRED = "ACCOUNT_TRIAL_EXPIRED";

/** Watches the headers of every answer, failed ones too. */
export type HeaderWatch = (headers: Headers) => void;

/** Makes a watch that reports the version and account named by answers. */
export function headerWatch(
  onVersion: (version: string) => void,
  onSuperAdmin: (account: string) => void = () => undefined,
): HeaderWatch {
  return (headers) => {
    const version = headers.get(VERSION_HEADER);
    if (version !== null && version !== "") onVersion(version);
    const account = headers.get(SUPER_ADMIN_HEADER);
    if (account !== null && account !== "") onSuperAdmin(account);
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

/** Told of every call that failed, with the message that was sent; cancelled calls did not fail. */
export type FailureWatch = (failure: {
  readonly error: unknown;
  readonly method: string;
  readonly body: unknown;
}) => void;

/** Shows every failed call to the watch. Streams fail later, with their messages; their readers report it. */
export function watchFailures(watch: FailureWatch): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (error) {
      if (ConnectError.from(error).code !== Code.Canceled) {
        watch({ error, method: request.method.name, body: request.stream ? undefined : request.message });
      }
      throw error;
    }
  };
}

/** Reports whether anybody may make a call, so that it carries no token. */
function isPublic(method: DescMethod): boolean {
  return getOption(method, call).access === Access.PUBLIC;
}

/**
 * Sends the bearer token. After a 401 the session is renewed once and the call repeated; if that fails the session
 * is over. The guard's own question about the user fails directly; a refused sign-out is a session not accepted.
 */
export function bearer(session: SessionPort): Interceptor {
  return (next) => async (request) => {
    if (isPublic(request.method)) return next(request);
    await session.prepare();
    const refused = authorize(request.header, session);
    if (request.stream) {
      // Its request can be read once only, so it is kept; its 401 arrives with the messages.
      const sent = await readAll(request.message);
      const open = (): ReturnType<typeof next> => next({ ...request, message: createAsyncIterable(sent) });
      const answer = await open();
      if (!answer.stream) return answer;
      return { ...answer, message: goOnAfter401(answer.message, session, refused, request.header, open) };
    }
    try {
      return await next(request);
    } catch (thrown) {
      noteTrial(thrown, session);
      if (!isUnauthenticated(thrown) || request.method === AccountService.method.getMe) throw thrown;
      if (request.method === SessionService.method.logout) {
        session.denied();
        throw thrown;
      }
      if (await session.renew(refused)) {
        authorize(request.header, session);
        return next(request);
      }
      session.ended();
      throw thrown;
    }
  };
}

/** Passes a stream on. When it is refused the session is renewed and the stream opened anew, once. */
async function* goOnAfter401(
  messages: AsyncIterable<Message>,
  session: SessionPort,
  refused: string | undefined,
  header: Headers,
  open: () => ReturnType<AnyFn>,
): AsyncIterable<Message> {
  try {
    yield* messages;
    return;
  } catch (thrown) {
    noteTrial(thrown, session);
    if (!isUnauthenticated(thrown)) throw thrown;
    if (!(await session.renew(refused))) {
      session.ended();
      throw thrown;
    }
  }
  authorize(header, session);
  const again = await open();
  if (again.stream) yield* again.message;
}

async function readAll<T>(messages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const message of messages) all.push(message);
  return all;
}

function isUnauthenticated(thrown: unknown): boolean {
  return thrown instanceof ConnectError && thrown.code === Code.Unauthenticated;
}

/** Passes on that the account's trial has run out, if that is why a call failed. */
export function noteTrial(thrown: unknown, session: SessionPort): void {
  if (toFault(thrown).reason === TRIAL_EXPIRED) session.trialExpired();
}

/** Puts the token into the headers of a call and answers it. */
export function authorize(headers: Headers, session: SessionPort): string | undefined {
  const token = session.token();
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  return token;
}
