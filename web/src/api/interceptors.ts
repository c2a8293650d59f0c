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
/** Header that names the account a super admin works in, in responses to calls with a token. */
const SUPER_ADMIN_HEADER = "x-super-admin";
const TRIAL_EXPIRED = "ACCOUNT_TRIAL_EXPIRED";

/** Watches the headers of every response, failed ones too. */
export type HeaderWatch = (headers: Headers) => void;

/** Makes a watch that reports the version and account in responses. */
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

/** Passes the headers of every response to the watch. */
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

/** Called for every failed call, with the message that was sent; cancelled calls do not count as failed. */
export type FailureWatch = (failure: {
  readonly error: unknown;
  readonly method: string;
  readonly body: unknown;
}) => void;

/** Passes the failure of a call to the watch, unless it was cancelled, and throws it again. */
export function failed(watch: FailureWatch, method: string, body: unknown, error: unknown): never {
  if (ConnectError.from(error).code !== Code.Canceled) watch({ error, method, body });
  throw error;
}

/** Passes every failed call to the watch; streams fail with their messages. */
export function watchFailures(watch: FailureWatch): Interceptor {
  return (next) => async (request) => {
    const fail = (error: unknown) =>
      failed(watch, request.method.name, request.stream ? undefined : request.message, error);
    const answer = await next(request).catch(fail);
    return answer.stream ? { ...answer, message: watched(answer.message, fail) } : answer;
  };
}

async function* watched<T>(messages: AsyncIterable<T>, fail: (error: unknown) => never): AsyncIterable<T> {
  try {
    yield* messages;
  } catch (error) {
    fail(error);
  }
}

/** Reports whether a call is public, so that it needs no token. */
function isPublic(method: DescMethod): boolean {
  return getOption(method, call).access === Access.PUBLIC;
}

/**
 * Sends the bearer token. After a 401 the session is renewed once and the call repeated; if that fails the session has
 * ended. The guard's own call for the user fails directly; a refused sign-out means that the session is not accepted.
 */
export function bearer(session: SessionPort): Interceptor {
  return (next) => async (request) => {
    if (isPublic(request.method)) return next(request);
    await session.prepare();
    const refused = authorize(request.header, session);
    if (request.stream) {
      // Its request can be read only once, so it is stored; its 401 arrives with the messages.
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

/** Passes a stream on. If it is refused, the session is renewed and the stream opened again, once. */
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

/** Reports the end of the account's trial, if that is the reason of a failed call. */
export function noteTrial(thrown: unknown, session: SessionPort): void {
  if (toFault(thrown).reason === TRIAL_EXPIRED) session.trialExpired();
}

/** Puts the token into the headers of a call and returns it. */
export function authorize(headers: Headers, session: SessionPort): string | undefined {
  const token = session.token();
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  return token;
}
