import { defineMessages } from "../../../i18n/define-messages";

export const printMessages = defineMessages({
  print: {
    id: "report.print.print",
    defaultMessage: "Drukuj",
    description: "Button: opens the browser's print dialog",
  },
});
