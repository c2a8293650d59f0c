import type { JsonObject } from "@bufbuild/protobuf";
import { pageFetch } from "./early";
import { errorFromAnswer, networkError, parseJson, property } from "./fault";
import type { Fetch } from "./rest-fetch";

const PATH = "/api/public/system/feature-flags";
const TIMEOUT_MS = 5_000;

/** A payload as GrowthBook's SDKs read it; `features` maps names to definitions. */
export type FlagPayload = JsonObject & { readonly features: JsonObject };

/** Asks for the flags; undefined when they are the same as last time. Throws when there is no usable answer. */
export type FetchFlags = () => Promise<FlagPayload | undefined>;

/**
 * Makes the call for feature flags. It needs no token and is no typed call: its answer is GrowthBook's own payload,
 * and a repeated question names the answer it knows (If-None-Match).
 */
export function createFetchFlags(fetch: Fetch = pageFetch()): FetchFlags {
  let etag: string | undefined;
  return async () => {
    let answer: Response;
    try {
      answer = await fetch(PATH, {
        headers: etag === undefined ? {} : { "if-none-match": etag },
        // The browser's own cache would hide a 304.
        cache: "no-store",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (cause) {
      throw networkError(cause);
    }
    if (answer.status === 304) return undefined;
    const text = await answer.text();
    if (!answer.ok) throw errorFromAnswer(text, answer.status, answer.headers);
    const body = parseJson(text);
    const features = property(body, "features");
    if (typeof features !== "object" || features === null || Array.isArray(features)) {
      throw errorFromAnswer("", 502, answer.headers);
    }
    etag = answer.headers.get("etag") ?? undefined;
    return body as FlagPayload;
  };
}
