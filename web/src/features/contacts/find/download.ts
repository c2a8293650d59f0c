import type { Api } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import { showSnackbar } from "../../../stores/app-store";
import { downloadFile } from "../../../stores/download-file";
import type { Selected } from "./members";
import { findMessages as messages } from "./messages";

/** Downloads all contacts that a search finds as CSV. A file is of one database and never of selected contacts. */
export async function downloadFound(
  api: Api,
  { uids: [uid = "", ...others], search }: Selected,
  delimiter: ";" | ",",
): Promise<void> {
  if (others.length > 0 || !search) {
    showSnackbar({ message: search ? messages.downloadOne : messages.downloadAll });
    return;
  }
  const exported = ContactsService.method.exportContacts;
  await downloadFile(() => api.download(exported, { uid, delimiter, search }), messages.downloaded);
}
