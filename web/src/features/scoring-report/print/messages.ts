import { defineMessages } from "../../../i18n/define-messages";

export const printMessages = defineMessages({
  preview: {
    id: "scoringReport.print.preview",
    defaultMessage:
      "Tak będzie wyglądał wydruk: najpierw podsumowanie, potem wykresy i\u00a0tabele wszystkich zakładek.",
    description: "Above the preview of the printed report",
  },
  back: { id: "scoringReport.print.back", defaultMessage: "Wróć do raportu", description: "Button" },
  print: {
    id: "scoringReport.print.print",
    defaultMessage: "Drukuj",
    description: "Button: opens the browser's print dialog",
  },
});
