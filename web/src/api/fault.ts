import { fromJson, toBinary, toJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { StructSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { codeToString, errorFromJson } from "@connectrpc/connect/protocol-connect";
import type { FaultReason } from "../gen/puls/type/v1/fault_pb";

/** The reason of a failed call: a name of the contracts, or the demonstration's own. */
export type ReasonName = Exclude<keyof typeof FaultReason, "UNSPECIFIED"> | "DEMO_NOT_SHOWN" | "DEMO_NOT_SAVED";

/** A wrong value of a request. */
export interface FaultField {
  /** JSON path. */
  readonly field: string;
  /** UPPER_SNAKE: the rule that failed, such as TEXT_TOO_SHORT. */
  readonly class: string;
  /** Numbers and names of the rule that the value breaks, such as min and max. */
  readonly params: Readonly<Record<string, JsonValue>>;
  /** For a developer, in English. */
  readonly message: string;
}

/** A failed call, in the product's words. */
export interface Fault {
  readonly code: Code;
  /** 0 without a response. */
  readonly httpStatus: number;
  /** For a user, in the server's language; show it only if `reason` has no text of its own. */
  readonly title: string;
  /** The reason, or "" if no service of ours responded. A server newer than this page may send an unknown one. */
  readonly reason: ReasonName | "";
  readonly fields: readonly FaultField[];
  /** The present state, if another save came first; undefined for every other failure. */
  readonly current: JsonValue | undefined;
  /** The trace id, which support asks for, or "". */
  readonly traceId: string;
}

/** Whether it is no failure: the demonstration has no more to show, or does not save. */
export function isDemoEnd({ reason }: Pick<Fault, "reason">): boolean {
  return reason.startsWith("DEMO_");
}

/** Header that names the trace of an answer. */
const TRACE_HEADER = "x-trace-id";

const CODES: Readonly<Record<number, Code>> = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  408: Code.DeadlineExceeded,
  409: Code.Aborted,
  413: Code.OutOfRange,
  422: Code.FailedPrecondition,
  429: Code.ResourceExhausted,
  499: Code.Canceled,
  500: Code.Internal,
  501: Code.Unimplemented,
  502: Code.Unavailable,
  503: Code.Unavailable,
  504: Code.DeadlineExceeded,
};

/** Connect's code for an HTTP status. */
export function codeFromStatus(status: number): Code {
  return CODES[status] ?? (status >= 500 ? Code.Internal : Code.Unknown);
}

/**
 * Converts the product's error body to connect's wire error. Title, class, fields, current state and status are carried
 * in a detail of type google.protobuf.Struct, which `toFault` reads. A body of another shape gives empty texts.
 */
export function wireError(body: JsonValue | undefined, status: number): JsonObject {
  const title = text(property(property(body, "error"), "title"));
  const detail = fromJson(StructSchema, {
    title,
    reason: text(property(property(body, "meta"), "class")),
    httpStatus: status,
    fields: list(property(body, "fields")).map(fieldOf),
    current: property(body, "current") ?? null,
  });
  return {
    code: codeToString(codeFromStatus(status)),
    message: title || `HTTP ${status}`,
    details: [{ type: StructSchema.typeName, value: base64Encode(toBinary(StructSchema, detail), "std_raw") }],
  };
}

/**
 * Converts the error line of a stream to connect's wire error. The gateway sends google.rpc.Status there, whose codes
 * are connect's own numbers; a line that is no error at all counts as an internal one.
 */
export function streamError(line: JsonValue | undefined): JsonObject {
  const error = property(line, "error");
  const code = property(error, "code");
  const reason = list(property(error, "details"))
    .map((detail) => text(property(detail, "reason")))
    .find((found) => found !== "");
  const body = { error: { title: text(property(error, "message")) }, meta: { class: reason ?? "" } };
  const status = Object.entries(CODES).find(([, known]) => known === code)?.[0];
  return wireError(body, Number(status ?? 500));
}

/** The error of a failed response that does not pass through connect: files. */
export function errorFromAnswer(body: string, status: number, headers: HeadersInit): ConnectError {
  const fallback = new ConnectError(`HTTP ${status}`, codeFromStatus(status));
  return errorFromJson(wireError(parseJson(body), status), headers, fallback);
}

/** No response: the network is down or no server listens. */
export function networkError(cause: unknown): ConnectError {
  return new ConnectError("no answer", Code.Unavailable, undefined, undefined, cause);
}

/** Reads a value thrown by a call. */
export function toFault(thrown: unknown): Fault {
  const error = ConnectError.from(thrown);
  const struct = error.findDetails(StructSchema)[0];
  const detail: JsonValue = struct ? toJson(StructSchema, struct) : {};
  const status = property(detail, "httpStatus");
  return {
    code: error.code,
    httpStatus: typeof status === "number" ? status : 0,
    title: text(property(detail, "title")),
    reason: text(property(detail, "reason")) as ReasonName | "",
    fields: list(property(detail, "fields")).map(fieldOf),
    current: property(detail, "current") ?? undefined,
    traceId: error.metadata.get(TRACE_HEADER) ?? "",
  };
}

/** Whether the call may have taken effect: its answer was lost, or is still being made. */
export function isUncertain(thrown: unknown): boolean {
  const { code, httpStatus, reason } = toFault(thrown);
  return code !== Code.Canceled && (httpStatus === 0 || httpStatus >= 500 || reason === "IDEMPOTENCY_KEY_RUNNING");
}

/** How long a retry would fail, in milliseconds; undefined if the server does not say. */
export function retryAfter(thrown: unknown): number | undefined {
  const seconds = Number(ConnectError.from(thrown).metadata.get("retry-after") ?? "");
  return seconds > 0 ? seconds * 1000 : undefined;
}

/** Parses JSON; undefined for other texts. */
export function parseJson(source: string): JsonValue | undefined {
  try {
    return JSON.parse(source) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The named member of a JSON object; undefined when there is none. */
export function property(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

function fieldOf(item: JsonValue) {
  const params = property(item, "params");
  return {
    field: text(property(item, "field")),
    class: text(property(item, "class")),
    params: typeof params === "object" && params !== null && !Array.isArray(params) ? params : {},
    message: text(property(item, "message")),
  };
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
