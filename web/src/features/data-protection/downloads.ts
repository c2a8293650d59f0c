import type { Api } from "../../api/api";
import { DataProtectionService } from "../../api/services";
import { saveFile } from "../../api/files";
import type { Message } from "../../i18n/define-messages";
import { showSnackbar } from "../../stores/app-store";
import { showFault } from "../../stores/show-fault";
import { downloadMessages as messages } from "./messages";

const { downloadEntry, downloadAddresses, exportPerson } = DataProtectionService.method;

/** Downloads the contacts of one entry, as logged. */
export function downloadList(api: Api, id: string, delimiter: ";" | ","): Promise<void> {
  return save(() => api.download(downloadEntry, { id, delimiter }), messages.list);
}

/** Downloads the addresses of an entry's contacts. This adds an entry itself. */
export function downloadEmails(api: Api, id: string, delimiter: ";" | ","): Promise<void> {
  return save(() => api.download(downloadAddresses, { id, delimiter }), messages.addresses);
}

/** Downloads all data of an address, as a ZIP. This adds an entry too. */
export function handOut(api: Api, address: string): Promise<void> {
  return save(() => api.download(exportPerson, { address }), messages.handedOut);
}

/** Passes a file to the browser and shows a confirmation, or the reason for a failure. */
async function save(fetchFile: () => ReturnType<Api["download"]>, notice: Message): Promise<void> {
  try {
    const file = await fetchFile();
    saveFile(file);
    showSnackbar({ message: notice, values: { name: file.name } });
  } catch (thrown) {
    showFault(thrown);
  }
}
