import { showSnackbar } from "../stores/app-store";
import { copyMessages as messages } from "./copy-messages";

/** Copies a text and says whether it worked. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSnackbar({ message: messages.copied });
  } catch {
    // Pages without https have no clipboard, and a person may refuse it.
    showSnackbar({ message: messages.failed }, { type: "warning" });
  }
}
