import type { Fetch } from "../api/rest-fetch";
import type { SessionPort } from "../api/session-port";

export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** A fetch that records requests and returns the answers in turn; the last answer repeats. */
export function fakeFetch(...answers: (() => Response | Promise<Response>)[]): { fetch: Fetch; sent: SentCall[] } {
  const sent: SentCall[] = [];
  const fetch: Fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const body = typeof init?.body === "string" ? init.body : undefined;
    sent.push({
      method: init?.method ?? "GET",
      path: input instanceof Request ? input.url : input.toString(),
      headers: new Headers(init?.headers),
      body,
    });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  };
  return { fetch, sent };
}

export function json(body: unknown, status = 200, headers: HeadersInit = {}): () => Response {
  return () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", ...Object.fromEntries(new Headers(headers)) },
    });
}

/** A body that arrives in the given pieces; `broken` ends it as if the connection was lost. */
export function pieces(parts: readonly Uint8Array[], broken = false): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const part = parts[next++];
      if (part) controller.enqueue(part);
      else if (broken) controller.error(new TypeError("network error"));
      else controller.close();
    },
  });
}

export interface FakeSession extends SessionPort {
  readonly log: string[];
}

/** A session with the token "old" and, once renewed, "new". */
export function fakeSession(renews: boolean): FakeSession {
  let token = "old";
  const log: string[] = [];
  return {
    log,
    token: () => token,
    prepare: () => Promise.resolve(),
    renew: () => {
      log.push("renew");
      if (renews) token = "new";
      return Promise.resolve(renews);
    },
    ended: () => {
      log.push("ended");
    },
    denied: () => {
      log.push("denied");
    },
    trialExpired: () => {
      log.push("trial expired");
    },
  };
}
