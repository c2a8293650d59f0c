import { getOption, toJsonString } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { call } from "../gen/puls/type/v1/call_pb";
import { randomKey } from "../lib/random-key";
import { isUncertain } from "./fault";

/** How long a call without a certain outcome can be repeated with its key, in milliseconds. */
const REPEAT_MS = 60_000;

/**
 * Sends a key with every call that creates or starts something. A call that is repeated because its outcome is unknown
 * keeps its key, so that it takes effect once; other content, and a call after a certain outcome, has a new key.
 */
export function once(): Interceptor {
  const uncertain = new Map<string, { readonly key: string; readonly until: number }>();
  return (next) => async (request) => {
    const { method, header } = request;
    if (request.stream || !getOption(method, call).once) return next(request);
    const content = method.name + toJsonString(method.input, request.message);
    const before = uncertain.get(content);
    uncertain.delete(content);
    const key = before && before.until > Date.now() ? before.key : randomKey();
    header.set("idempotency-key", key);
    try {
      const response = await next(request);
      // A call with the same content may have failed meanwhile.
      uncertain.delete(content);
      return response;
    } catch (thrown) {
      if (isUncertain(thrown)) uncertain.set(content, { key, until: Date.now() + REPEAT_MS });
      throw thrown;
    }
  };
}
