import { defineMessages } from "../../../i18n/define-messages";

export const printMessages = defineMessages({
  preview: {
    id: "scoringReport.print.preview",
    defaultMessage: "Tak będzie wyglądał wydruk na kartkach A4.",
    description: "Above the preview of the printed report, whose sheets are as on paper",
  },
  narrow: {
    id: "scoringReport.print.narrow",
    defaultMessage: "Na kartkach A4 tabele i\u00a0wykresy zajmą całą szerokość; tutaj mieszczą się na ekranie.",
    description: "The same on a phone, whose preview is narrower than paper",
  },
  save: {
    id: "scoringReport.print.save",
    defaultMessage: "Aby zapisać PDF, wybierz „Drukuj”, a\u00a0potem „Zapisz jako PDF”.",
    description: "After one of these sentences",
  },
  back: { id: "scoringReport.print.back", defaultMessage: "Wróć do raportu", description: "Button" },
  print: {
    id: "scoringReport.print.print",
    defaultMessage: "Drukuj",
    description: "Button: opens the browser's print dialog",
  },
});
