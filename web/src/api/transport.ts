import type { DescService } from "@bufbuild/protobuf";
import type { Interceptor, Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { createRestFetch, type Fetch } from "./rest-fetch";

/** How long a call may take. Streams have no limit of their own: they end by their signal. */
const CALL_TIMEOUT_MS = 20_000;

/** Connect's transport over the product's REST. */
export function createRestTransport(
  services: readonly DescService[],
  interceptors: Interceptor[],
  fetch: Fetch,
): Transport {
  const options = { baseUrl: "", fetch: createRestFetch(services, fetch), interceptors };
  const calls = createConnectTransport({ ...options, defaultTimeoutMs: CALL_TIMEOUT_MS });
  const streams = createConnectTransport(options);
  return { unary: calls.unary.bind(calls), stream: streams.stream.bind(streams) };
}
