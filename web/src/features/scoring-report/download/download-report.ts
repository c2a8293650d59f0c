import type { Api } from "../../../api/api";
import { ReportService } from "../../../api/services";
import { toFault } from "../../../api/fault";
import { PARQUET, saveFile } from "../../../api/files";
import type { Language } from "../../../stores/preference-store";
import type { ReportQuery } from "../model/view";
import { IDLE_DOWNLOAD, type DownloadStore } from "./store";

export interface FileRequest extends ReportQuery {
  readonly delimiter: ";" | ",";
  /** Parquet in the place of CSV. */
  readonly parquet: boolean;
  readonly includeExcluded: boolean;
  /** The day of an earlier result, to download only the contacts that changed bands. */
  readonly changesFrom?: string;
  /** The language of the column names and the reasons. */
  readonly language: Language;
}

/** Fetches a report as a file and saves it. A failure is kept in the store; cancelling returns to idle. */
export async function downloadReport(
  api: Api,
  store: DownloadStore,
  { parquet, ...request }: FileRequest,
  signal: AbortSignal,
): Promise<void> {
  store.setState({ ...IDLE_DOWNLOAD, phase: "running" });
  try {
    const file = await api.download(ReportService.method.exportToCsv, request, {
      signal,
      accept: parquet ? PARQUET : undefined,
      // The first line names the columns.
      onProgress: (bytes, lines) => store.setState({ bytes, rows: parquet ? 0 : Math.max(0, lines - 1) }),
    });
    saveFile(file);
    store.setState({ phase: "done", fileName: file.name });
  } catch (thrown) {
    store.setState(signal.aborted ? IDLE_DOWNLOAD : { phase: "failed", fault: toFault(thrown) });
  }
}
