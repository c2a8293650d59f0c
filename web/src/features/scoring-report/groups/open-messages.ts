import { defineMessages } from "../../../i18n/define-messages";

/** Of the dialog's button, which comes before the dialog. */
export const openMessages = defineMessages({
  open: { id: "report.group.open", defaultMessage: "Utwórz grupę", description: "Button that opens the dialog" },
});
