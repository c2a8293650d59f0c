import { showSnackbar } from "../../../stores/app-store";
import { editorMessages as messages } from "../messages";
import { DRAFT } from "../../../lib/status";
import type { EditorStore } from "../store";

/** Shows a snackbar after the editor was left. */
export function saySaved(store: EditorStore): void {
  const { status } = store.getState().draft;
  showSnackbar({ message: status === DRAFT ? messages.draftSaved : messages.changesSaved });
}
