import type { Api } from "../../api/api";
import { DataProtectionService } from "../../api/services";
import { downloadFile } from "../../stores/download-file";
import { downloadMessages as messages } from "./messages";

const { downloadEntry, downloadAddresses, exportPerson } = DataProtectionService.method;

/** Downloads the contacts of one entry, as logged. */
export function downloadList(api: Api, id: string, delimiter: ";" | ","): Promise<void> {
  return downloadFile(() => api.download(downloadEntry, { id, delimiter }), messages.list);
}

/** Downloads the addresses of an entry's contacts. This adds an entry itself. */
export function downloadEmails(api: Api, id: string, delimiter: ";" | ","): Promise<void> {
  return downloadFile(() => api.download(downloadAddresses, { id, delimiter }), messages.addresses);
}

/** Downloads all data of an address, as a ZIP. This adds an entry too. */
export function handOut(api: Api, address: string): Promise<void> {
  return downloadFile(() => api.download(exportPerson, { address }), messages.handedOut);
}
