import { toFault } from "../api/fault";
import { faultMessage } from "../i18n/fault-message";
import { showSnackbar } from "./app-store";

/** Shows why a call failed, for long enough to read it. */
export function showFault(thrown: unknown): void {
  showSnackbar({ message: faultMessage(toFault(thrown)) }, { type: "error", timeout: 8000 });
}
