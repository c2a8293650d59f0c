import { createStore, type StoreApi } from "zustand/vanilla";
import type { Api } from "../../../api/api";
import { toFault, type Fault } from "../../../api/fault";
import type { ImportKind } from "../../../api/upload";
import { randomKey } from "../../../lib/random-key";

/** An upload: idle → sending → done, or failed or cancelled; the file stays chosen. An unfit one cannot be uploaded. */
export interface UploadState {
  readonly file: File | undefined;
  readonly phase: "idle" | "unfit" | "sending" | "failed" | "cancelled" | "done";
  /** Bytes that have been sent. */
  readonly sent: number;
  readonly fault: Pick<Fault, "reason" | "httpStatus" | "traceId"> | undefined;
  /** Unchanged while the same file is sent, so that a lost response does not create a second import. */
  readonly key: string;
}

export type UploadStore = StoreApi<UploadState>;

/** The server's limit. */
const MAX_BYTES = 2 * 1024 ** 3;

export function createUploadStore(): UploadStore {
  return createStore(() => ({ file: undefined, phase: "idle", sent: 0, fault: undefined, key: randomKey() }));
}

/** Chooses another file. One that the server would refuse is not uploaded. */
export function chooseFile(store: UploadStore, file: File): void {
  const reason = file.size > MAX_BYTES ? "IMPORT_TOO_LARGE" : file.size === 0 ? "IMPORT_EMPTY" : undefined;
  const fault = reason && ({ reason, httpStatus: 413, traceId: "" } as const);
  store.setState({ file, phase: fault ? "unfit" : "idle", sent: 0, fault, key: randomKey() });
}

/** The options of the upload have changed: it is another request. */
export function renewKey(store: UploadStore): void {
  store.setState({ key: randomKey() });
}

/** Uploads the chosen file; resolves to the import's id, or undefined if it failed. */
export async function sendFile(
  api: Api,
  store: UploadStore,
  { kind, uid }: { readonly kind: ImportKind; readonly uid: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { file, key } = store.getState();
  if (!file) return undefined;
  store.setState({ phase: "sending", sent: 0, fault: undefined });
  try {
    const { id } = await api.upload(
      { kind, file, fileName: file.name, uid, idempotencyKey: key },
      { signal, onProgress: (sent) => store.setState({ sent: Math.min(sent, file.size) }) },
    );
    store.setState({ phase: "done" });
    return id;
  } catch (thrown) {
    store.setState(signal.aborted ? { phase: "cancelled", sent: 0 } : { phase: "failed", fault: toFault(thrown) });
    return undefined;
  }
}
