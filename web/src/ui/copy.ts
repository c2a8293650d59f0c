import { showSnackbar } from "../stores/app-store";
import { copyMessages as messages } from "./messages";

/** Copies a text and reports whether it worked. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSnackbar({ message: messages.copied });
  } catch {
    // Pages without https have no clipboard, and the user may deny access.
    showSnackbar({ message: messages.failed }, { type: "warning" });
  }
}
