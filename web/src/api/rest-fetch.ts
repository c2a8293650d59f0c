import type { DescMethod, JsonValue } from "@bufbuild/protobuf";
import { endEnvelope, envelopesFromNdjson } from "./ndjson";
import { networkError, parseJson, wireError } from "./fault";
import { httpCall, type HttpCall } from "./http-plan";
import { traceparent } from "./trace";

export type Fetch = typeof globalThis.fetch;

/** Length of an envelope's prefix: one byte of flags and four of length. */
const ENVELOPE_PREFIX = 5;

/** Connect's address of a method. */
export function methodUrl(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

/**
 * A fetch for `createConnectTransport` that uses the product's REST API: it receives the call that connect would make,
 * makes the call of the method's google.api.http rule, and returns the response in connect's form.
 */
export function createRestFetch(methods: ReadonlyMap<string, DescMethod>, fetch: Fetch): Fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    const method = methods.get(url);
    if (!method) throw new Error(`no service known for ${url}`);
    const streams = method.methodKind === "server_streaming";
    const call = httpCall(method, readMessage(init?.body, streams));
    const answer = await send(fetch, call, init);
    return streams ? streamAnswer(answer) : unaryAnswer(answer, call.responseField);
  };
}

async function send(fetch: Fetch, call: HttpCall, init: RequestInit | undefined): Promise<Response> {
  const headers = new Headers(init?.headers);
  const timeout = headers.get("connect-timeout-ms");
  for (const name of ["connect-timeout-ms", "connect-protocol-version", "content-type"]) headers.delete(name);
  headers.set("accept", "application/json");
  if (timeout !== null) headers.set("grpc-timeout", `${timeout}m`);
  if (call.body !== undefined) headers.set("content-type", "application/json");
  headers.set("traceparent", traceparent());
  try {
    return await fetch(call.path, {
      method: call.httpMethod,
      headers,
      body: call.body ?? null,
      signal: init?.signal ?? null,
      credentials: "include",
      redirect: "error",
    });
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw networkError(cause);
  }
}

async function unaryAnswer(answer: Response, responseField: string): Promise<Response> {
  const headers = answerHeaders(answer, "application/json");
  const text = await answer.text();
  if (!answer.ok) {
    return new Response(JSON.stringify(wireError(parseJson(text), answer.status)), { status: answer.status, headers });
  }
  const body = text === "" ? "{}" : text;
  // A page instead of JSON (a proxy's, or ours for an unknown path) must not pass for a response.
  if (parseJson(body) === undefined) {
    return new Response(JSON.stringify(wireError(undefined, 502)), { status: 502, headers });
  }
  return new Response(responseField === "" ? body : `{${JSON.stringify(responseField)}:${body}}`, { headers });
}

async function streamAnswer(answer: Response): Promise<Response> {
  const headers = answerHeaders(answer, "application/connect+json");
  if (!answer.ok || !answer.body) {
    // Connect does not read the body of a stream's error status, so a refused stream becomes an empty one that ends
    // with the error.
    const error = wireError(parseJson(await answer.text()), answer.ok ? 502 : answer.status);
    return new Response(endEnvelope(error), { headers });
  }
  return new Response(answer.body.pipeThrough(envelopesFromNdjson()), { headers });
}

function answerHeaders(answer: Response, contentType: string): Headers {
  const headers = new Headers(answer.headers);
  for (const name of ["content-length", "content-encoding"]) headers.delete(name);
  headers.set("content-type", contentType);
  return headers;
}

function readMessage(body: BodyInit | null | undefined, enveloped: boolean): JsonValue {
  if (ArrayBuffer.isView(body)) {
    const skipped = enveloped ? ENVELOPE_PREFIX : 0;
    const bytes = new Uint8Array(body.buffer, body.byteOffset + skipped, body.byteLength - skipped);
    return JSON.parse(new TextDecoder().decode(bytes)) as JsonValue;
  }
  if (typeof body === "string") return JSON.parse(body) as JsonValue;
  return {};
}
