import {
  create,
  toJson,
  type DescMessage,
  type DescMethodServerStreaming,
  type MessageInitShape,
} from "@bufbuild/protobuf";
import { errorFromAnswer, networkError } from "./fault";
import { httpCall } from "./http-plan";
import { authorize, noteTrial, type HeaderWatch } from "./interceptors";
import type { Fetch } from "./rest-fetch";
import type { SessionPort } from "./session-port";

/** The media type of Parquet, registered with IANA. */
export const PARQUET = "application/vnd.apache.parquet";

/** A completely downloaded file. */
export interface DownloadedFile {
  readonly name: string;
  readonly blob: Blob;
}

export interface FileOptions {
  readonly signal?: AbortSignal | undefined;
  /** The media type of the file; the server's default without one. */
  readonly accept?: string | undefined;
  /** Received bytes and complete lines so far. */
  readonly onProgress?: (bytes: number, lines: number) => void;
}

/** Fetches the response of a method that streams a file (google.api.HttpBody). */
export type Download = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  message: MessageInitShape<I>,
  options?: FileOptions,
) => Promise<DownloadedFile>;

/**
 * Makes the download call. Files do not pass through connect, since their bytes are no messages. An interrupted file is
 * an error, never a short file.
 */
export function createDownload(session: SessionPort, watch: HeaderWatch, fetch: Fetch): Download {
  return async (method, message, options = {}) => {
    const call = httpCall(method, toJson(method.input, create(method.input, message)));
    let sent: string | undefined;
    const request = async (): Promise<Response> => {
      const headers = new Headers(call.body === undefined ? {} : { "content-type": "application/json" });
      if (options.accept !== undefined) headers.set("accept", options.accept);
      sent = authorize(headers, session);
      const init: RequestInit = { method: call.httpMethod, headers, body: call.body ?? null, redirect: "error" };
      try {
        return await fetch(call.path, { ...init, signal: options.signal ?? null, credentials: "include" });
      } catch (cause) {
        throw options.signal?.aborted ? cause : networkError(cause);
      }
    };
    await session.prepare();
    let answer = await request();
    if (answer.status === 401 && (await session.renew(sent))) answer = await request();
    watch(answer.headers);
    if (!answer.ok) {
      if (answer.status === 401) session.ended();
      const error = errorFromAnswer(await answer.text(), answer.status, answer.headers);
      noteTrial(error, session);
      throw error;
    }
    const blob = await readAll(answer, options);
    return { name: fileName(answer.headers.get("content-disposition")) ?? "download", blob };
  };
}

async function readAll(answer: Response, { signal, onProgress }: FileOptions): Promise<Blob> {
  const length = answer.headers.get("content-encoding") === null ? Number(answer.headers.get("content-length")) : 0;
  const total = length > 0 ? length : undefined;
  const parts: BlobPart[] = [];
  let [bytes, lines] = [0, 0];
  const reader = answer.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      bytes += part.value.byteLength;
      lines += linesIn(part.value);
      onProgress?.(bytes, lines);
    }
  } catch (cause) {
    throw signal?.aborted ? cause : networkError(cause);
  }
  if (total !== undefined && bytes !== total) throw networkError("the file broke off");
  return new Blob(parts, { type: answer.headers.get("content-type") ?? "application/octet-stream" });
}

const LINE_FEED = 10;

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

/** Reads the name from Content-Disposition; the encoded form (RFC 5987) takes precedence. Paths are removed. */
export function fileName(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition);
  let name = plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2]?.trim();
  if (encoded !== undefined) {
    try {
      name = decodeURIComponent(encoded.trim());
    } catch {
      // A malformed encoding: the plain name is used.
    }
  }
  const last = name?.split(/[\\/]/).at(-1);
  return last === "" ? undefined : last;
}

/** Passes a file to the browser's own download. */
export function saveFile({ name, blob }: DownloadedFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser must have read the address before it is revoked.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
