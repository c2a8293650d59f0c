import type { Api } from "../../../api/api";
import { saveFile } from "../../../api/files";
import { ContactsService } from "../../../api/services";
import { showSnackbar } from "../../../stores/app-store";
import { showFault } from "../../../stores/show-fault";
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
  try {
    const file = await api.download(ContactsService.method.exportContacts, { uid, delimiter, search });
    saveFile(file);
    showSnackbar({ message: messages.downloaded, values: { name: file.name } });
  } catch (thrown) {
    showFault(thrown);
  }
}
