import type { Api } from "../../../api/api";
import { ReportService } from "../../../api/services";
import { toFault } from "../../../api/fault";
import { saveFile } from "../../../api/files";
import type { Language } from "../../../stores/preference-store";
import type { ReportQuery } from "../model/view";
import { IDLE_DOWNLOAD, type DownloadStore } from "./store";

export interface CsvRequest extends ReportQuery {
  readonly delimiter: ";" | ",";
  readonly includeExcluded: boolean;
  /** The day of an earlier result, to download only the contacts that changed bands. */
  readonly changesFrom?: string;
  /** The language of the column names and the reasons. */
  readonly language: Language;
}

/** Fetches a report as CSV and saves it. A failure is kept in the store; cancelling returns to idle. */
export async function downloadCsv(
  api: Api,
  store: DownloadStore,
  request: CsvRequest,
  signal: AbortSignal,
): Promise<void> {
  store.setState({ ...IDLE_DOWNLOAD, phase: "running" });
  try {
    const file = await api.download(ReportService.method.exportToCsv, request, {
      signal,
      // The first line names the columns.
      onProgress: (bytes, lines) => store.setState({ bytes, rows: Math.max(0, lines - 1) }),
    });
    saveFile(file);
    store.setState({ phase: "done", fileName: file.name });
  } catch (thrown) {
    store.setState(signal.aborted ? IDLE_DOWNLOAD : { phase: "failed", fault: toFault(thrown) });
  }
}
