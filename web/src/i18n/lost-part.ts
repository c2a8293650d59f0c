import { showSnackbar } from "../stores/app-store";
import { commonMessages } from "./common-messages";

/** Says that a part of the program did not come, where nothing stands in its place, and offers to load the page anew. */
export function sayLostPart(): void {
  showSnackbar(
    { message: commonMessages.partMissingText },
    { type: "error", action: { message: commonMessages.reload, run: () => window.location.reload() } },
  );
}
