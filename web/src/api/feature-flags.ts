import type { JsonObject } from "@bufbuild/protobuf";
import { pageFetch } from "./early";
import { errorFromAnswer, networkError, parseJson, property } from "./fault";
import type { Fetch } from "./rest-fetch";

const PATH = "/api/public/system/feature-flags";
const TIMEOUT_MS = 5_000;

/** A payload in the form of GrowthBook's SDKs; `features` maps names to definitions. */
export type FlagPayload = JsonObject & { readonly features: JsonObject };

/** Fetches the flags; undefined if they have not changed since last time. Throws without a usable response. */
export type FetchFlags = () => Promise<FlagPayload | undefined>;

/**
 * Makes the call for feature flags. It needs no token and is no typed call: its response is GrowthBook's own payload,
 * and a repeated request names the known version (If-None-Match).
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
