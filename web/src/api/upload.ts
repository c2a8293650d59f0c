import { Code, ConnectError } from "@connectrpc/connect";
import { errorFromAnswer, networkError, parseJson, property } from "./fault";
import { noteTrial, type HeaderWatch } from "./interceptors";
import type { SessionPort } from "./session-port";

/** The kind of a file's rows. */
export type ImportKind = "contacts" | "engagement" | "unsubscribes";

/** A file, which waits on the server until its import is started by hand. */
export interface ImportUpload {
  readonly kind: ImportKind;
  /** CSV, NDJSON or XLSX, packed or not: recognised by its bytes. */
  readonly file: Blob;
  readonly fileName: string;
  /** Database of rows without one; empty for the account's own. */
  readonly uid: string;
  /** The same key never creates a second import. */
  readonly idempotencyKey: string;
}

interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Bytes so far; `total` is undefined if the browser does not report it. */
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
}

/** Uploads a file as a draft and returns the import's id. */
export type Upload = (upload: ImportUpload, options?: UploadOptions) => Promise<{ readonly id: string }>;

/**
 * Makes the upload call. It uses XMLHttpRequest because fetch does not report how much of a body was sent. The session
 * is renewed once after a 401, like for other calls.
 */
export function createUpload(
  session: SessionPort,
  watch: HeaderWatch,
  newRequest: () => XMLHttpRequest = () => new XMLHttpRequest(),
): Upload {
  return async (upload, options = {}) => {
    await session.prepare();
    const sent = session.token();
    let answer = await send(newRequest(), upload, session, options);
    if (answer.status === 401 && (await session.renew(sent)))
      answer = await send(newRequest(), upload, session, options);
    watch(answer.headers);
    if (answer.status < 200 || answer.status > 299) {
      if (answer.status === 401) session.ended();
      const error = errorFromAnswer(answer.text, answer.status, answer.headers);
      noteTrial(error, session);
      throw error;
    }
    const id = property(parseJson(answer.text), "id");
    if (typeof id !== "string") throw errorFromAnswer("", 502, answer.headers);
    return { id };
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

function send(
  request: XMLHttpRequest,
  { kind, file, fileName, uid, idempotencyKey }: ImportUpload,
  session: SessionPort,
  { signal, onProgress }: UploadOptions,
): Promise<Answer> {
  // A file changes no consents by default.
  const query = new URLSearchParams({ draft: "true", consentPolicy: "keep", fileName });
  if (uid !== "") query.set("uid", uid);
  return new Promise((resolve, reject) => {
    const abort = (): void => request.abort();
    signal?.addEventListener("abort", abort);
    request.open("POST", `/api/protected/saresystem/${kind}:import?${query.toString()}`);
    request.withCredentials = true;
    const token = session.token();
    if (token !== undefined) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("idempotency-key", idempotencyKey);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.lengthComputable ? event.total : undefined);
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, headers: readHeaders(request) });
    request.onerror = () => reject(networkError("upload"));
    request.onabort = () => reject(new ConnectError("upload cancelled", Code.Canceled));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.send(file);
  });
}

function readHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
