import { showSnackbar } from "../../../stores/app-store";
import { editorMessages as messages } from "../messages";
import { ACTIVE, DRAFT } from "../../../lib/status";
import type { EditorStore } from "../store";

/** Shows a snackbar after the editor was left; `goOn` leads back to a scoring that is not active yet. */
export function saySaved(store: EditorStore, goOn?: () => void): void {
  const { status } = store.getState().draft;
  showSnackbar(
    { message: status === DRAFT ? messages.draftSaved : messages.changesSaved },
    goOn && status !== ACTIVE ? { action: { message: messages.goOn, run: goOn } } : {},
  );
}
