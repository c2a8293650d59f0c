import { defineMessages } from "../../../i18n/define-messages";

export const downloadMessages = defineMessages({
  title: {
    id: "scoringReport.download.open",
    defaultMessage: "Pobierz plik z\u00a0ocenami",
    description: "Heading of the dialog",
  },
  text: {
    id: "scoringReport.download.text",
    defaultMessage: "Oceny kontaktów z\u00a0wybranego kanału i\u00a0dnia, po jednym wierszu na kontakt.",
    description: "In the dialog",
  },
  textWeb: {
    id: "scoringReport.download.textWeb",
    defaultMessage: "Oceny odwiedzających z\u00a0wybranego dnia, po jednym wierszu na odwiedzającego.",
    description: "What the file holds, web",
  },
  format: { id: "scoringReport.download.format", defaultMessage: "Format pliku", description: "Label" },
  semicolon: {
    id: "scoringReport.download.semicolon",
    defaultMessage: "CSV ze średnikiem ( ; ) – dla polskiego Excela",
    description: "Choice",
  },
  comma: {
    id: "scoringReport.download.comma",
    defaultMessage: "CSV z\u00a0przecinkiem ( , ) – dla innych programów",
    description: "Choice",
  },
  parquet: {
    id: "scoringReport.download.parquet",
    defaultMessage: "Parquet – dla hurtowni danych",
    description: "Choice",
  },
  withExcluded: {
    id: "scoringReport.download.withExcluded",
    defaultMessage: "Dołącz wykluczone kontakty z\u00a0powodem",
    description: "Checkbox",
  },
  submit: { id: "scoringReport.download.submit", defaultMessage: "Pobierz", description: "Button of the dialog" },
  running: {
    id: "scoringReport.download.running",
    defaultMessage: "Pobieranie…",
    description: "Said aloud while it comes",
  },
  progress: {
    id: "scoringReport.download.progress",
    defaultMessage: "Pobrane wiersze",
    description: "Name of the bar",
  },
  rows: {
    id: "scoringReport.download.rows",
    defaultMessage: "{rows, number} z\u00a0{total, number} wierszy, {size}",
    description: "Beside the bar: how far it is; size like 1.2 MB",
  },
  changes: {
    id: "scoringReport.download.changes",
    defaultMessage: "Pobierz zmiany",
    description: "Button, and heading of its dialog: a file of those that moved between two days",
  },
  changesText: {
    id: "scoringReport.download.changesText",
    defaultMessage:
      "Kontakty, które między {from} a\u00a0{to} przeszły do innego przedziału, z\u00a0oceną z\u00a0obu dni, po jednym wierszu na kontakt.",
    description: "In the dialog of changes",
  },
  changesTextWeb: {
    id: "scoringReport.download.changesTextWeb",
    defaultMessage:
      "Odwiedzający, którzy między {from} a\u00a0{to} przeszli do innego przedziału, z\u00a0oceną z\u00a0obu dni, po jednym wierszu na odwiedzającego.",
    description: "In the dialog of changes, web",
  },
  withLeft: {
    id: "scoringReport.download.withLeft",
    defaultMessage: "Dołącz kontakty, które straciły ocenę lub mają inny powód jej braku",
    description: "Checkbox of the dialog of changes",
  },
  rowsSoFar: {
    id: "scoringReport.download.rowsSoFar",
    defaultMessage: "{rows, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}, {size}",
    description: "How far the file of changes is; size like 1.2 MB",
  },
  done: { id: "scoringReport.download.done", defaultMessage: "Pobrano plik {name} ({size})", description: "Success" },
  failed: { id: "scoringReport.download.failed", defaultMessage: "Nie udało się pobrać pliku", description: "Failure" },
});
