import type { Fetch } from "./rest-fetch";

interface EarlyCall {
  readonly authorization: string | null;
  readonly answer: Promise<Response>;
}

/**
 * Uses requests made before the program was loaded (`src/boot`): the first call of the same path with the same token
 * gets that response, every other call is sent. An early call without a response is made again.
 */
export function withEarly(fetch: Fetch, early: Map<string, EarlyCall> | undefined): Fetch {
  return async (input, init) => {
    const path = input instanceof Request ? input.url : input.toString();
    const call = early?.get(path);
    if (!call || (init?.method ?? "GET") !== "GET") return fetch(input, init);
    early?.delete(path);
    if (new Headers(init?.headers).get("authorization") !== call.authorization) return fetch(input, init);
    try {
      return await call.answer;
    } catch {
      return fetch(input, init);
    }
  };
}

/** The browser's fetch, with the answers that were requested early. */
export function pageFetch(): Fetch {
  const early = (globalThis as { readonly pulsEarly?: Map<string, EarlyCall> }).pulsEarly;
  return withEarly(globalThis.fetch.bind(globalThis), early);
}
