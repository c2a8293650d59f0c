import { saveFile, type DownloadedFile } from "../api/files";
import type { Message } from "../i18n/define-messages";
import { showSnackbar } from "./app-store";
import { showFault } from "./show-fault";

/** Passes a file to the browser and shows its name in `notice`, or the reason for a failure. */
export async function downloadFile(load: () => Promise<DownloadedFile>, notice: Message): Promise<void> {
  try {
    const file = await load();
    saveFile(file);
    showSnackbar({ message: notice, values: { name: file.name } });
  } catch (thrown) {
    showFault(thrown);
  }
}
