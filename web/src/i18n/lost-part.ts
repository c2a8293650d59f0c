import { showSnackbar } from "../stores/app-store";
import { commonMessages } from "./common-messages";

/**
 * Shows that a part of the program could not be loaded, where nothing is drawn in its place, and offers to reload the
 * page.
 */
export function sayLostPart(): void {
  showSnackbar(
    { message: commonMessages.partMissingText },
    { type: "error", action: { message: commonMessages.reload, run: () => window.location.reload() } },
  );
}
