import type { Api } from "../../api/api";
import { DataProtectionService } from "../../api/services";
import { toFault } from "../../api/fault";
import { saveFile } from "../../api/files";
import type { Message } from "../../i18n/define-messages";
import { faultMessage } from "../../i18n/fault-message";
import { showSnackbar } from "../../stores/app-store";
import { downloadMessages as messages } from "./messages";

const { downloadEntry, downloadAddresses, exportPerson } = DataProtectionService.method;

/** One entry, as the log says it. */
export function downloadList(api: Api, id: string, delimiter: ";" | ","): Promise<void> {
  return save(() => api.download(downloadEntry, { id, delimiter }), messages.list);
}

/** The addresses of those whom an entry is about. It makes an entry itself. */
export function downloadEmails(api: Api, id: string, delimiter: ";" | ","): Promise<void> {
  return save(() => api.download(downloadAddresses, { id, delimiter }), messages.addresses);
}

/** All that is held on an address, as a ZIP. It makes an entry too. */
export function handOut(api: Api, address: string): Promise<void> {
  return save(() => api.download(exportPerson, { address }), messages.handedOut);
}

/** Hands a file to the browser and says so, or why there is none. */
async function save(fetchFile: () => ReturnType<Api["download"]>, said: Message): Promise<void> {
  try {
    const file = await fetchFile();
    saveFile(file);
    showSnackbar({ message: said, values: { name: file.name } });
  } catch (thrown) {
    showSnackbar({ message: faultMessage(toFault(thrown)) }, { type: "error", timeout: 8000 });
  }
}
