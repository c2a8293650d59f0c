import type { DescMethod } from "@bufbuild/protobuf";
import type { Interceptor, Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { createRestFetch, methodUrl, type Fetch } from "./rest-fetch";

/** The timeout of a call. Streams have none of their own: they end by their signal. */
const CALL_TIMEOUT_MS = 20_000;

/** Connect's transport over the product's REST. */
export function createRestTransport(interceptors: Interceptor[], fetch: Fetch): Transport {
  const methods = new Map<string, DescMethod>();
  const options = { baseUrl: "", fetch: createRestFetch(methods, fetch), interceptors };
  const calls = createConnectTransport({ ...options, defaultTimeoutMs: CALL_TIMEOUT_MS });
  const streams = createConnectTransport(options);
  // Contracts are loaded with the pages that need them, so the method of an address is learnt from the call.
  const note = <M extends DescMethod>(method: M): M => {
    methods.set(methodUrl(method), method);
    return method;
  };
  return {
    unary: (method, ...rest) => calls.unary(note(method), ...rest),
    stream: (method, ...rest) => streams.stream(note(method), ...rest),
  };
}
