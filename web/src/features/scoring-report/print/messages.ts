import { defineMessages } from "../../../i18n/define-messages";

export const printMessages = defineMessages({
  print: {
    id: "scoringReport.print.print",
    defaultMessage: "Drukuj",
    description: "Button: opens the browser's print dialog",
  },
});
