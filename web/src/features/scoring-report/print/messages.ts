import { defineMessages } from "../../../i18n/define-messages";

export const printMessages = defineMessages({
  preview: {
    id: "scoringReport.print.preview",
    defaultMessage:
      "Tak będzie wyglądał wydruk na kartkach A4. Aby zapisać PDF, wybierz „Drukuj”, a\u00a0potem „Zapisz jako PDF”.",
    description: "Above the preview of the printed report",
  },
  back: { id: "scoringReport.print.back", defaultMessage: "Wróć do raportu", description: "Button" },
  print: {
    id: "scoringReport.print.print",
    defaultMessage: "Drukuj",
    description: "Button: opens the browser's print dialog",
  },
});
