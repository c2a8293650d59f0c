import { defineMessages } from "../../../i18n/define-messages";

export const uploadMessages = defineMessages({
  title: { id: "imports.upload.title", defaultMessage: "Nowy import", description: "Title of the page" },
  lead: {
    id: "imports.upload.lead",
    defaultMessage: "Wgrany plik niczego jeszcze nie zmienia: najpierw zobaczysz kolumny i\u00a0sprawdzenie.",
    description: "Under the title",
  },
  kind: { id: "imports.upload.kind", defaultMessage: "Co jest w\u00a0pliku?", description: "Label of the choice" },
  databaseHint: {
    id: "imports.upload.databaseHint",
    defaultMessage: "Dla wierszy, w których nie podano bazy.",
    description: "Under the choice of a database",
  },
  zone: {
    id: "imports.upload.zone",
    defaultMessage: "Upuść tu plik albo wybierz z\u00a0dysku",
    description: "In the frame for a file; name of the control",
  },
  another: {
    id: "imports.upload.another",
    defaultMessage: "Upuść tu inny plik albo wybierz z\u00a0dysku",
    description: "In the frame for a file, when there is one",
  },
  formats: {
    id: "imports.upload.formats",
    defaultMessage: "CSV, NDJSON lub XLSX, także zip i\u00a0gzip, do 2\u00a0GB",
    description: "In the frame for a file",
  },
  formatsTable: {
    id: "imports.upload.formatsTable",
    defaultMessage: "CSV lub XLSX, także zip i\u00a0gzip, do 2\u00a0GB",
    description: "In the frame for a file of contacts or unsubscribes",
  },
  chosen: { id: "imports.upload.chosen", defaultMessage: "{name}, {size}", description: "The chosen file" },
  submit: { id: "imports.upload.submit", defaultMessage: "Wgraj", description: "Button" },
  retry: { id: "imports.upload.retry", defaultMessage: "Wgraj jeszcze raz", description: "Button after a failure" },
  missing: {
    id: "imports.upload.missing",
    defaultMessage: "Wybierz plik",
    description: "Nobody has chosen a file yet",
  },
  progress: { id: "imports.upload.progress", defaultMessage: "Wgrano", description: "Name of the bar" },
  sent: {
    id: "imports.upload.sent",
    defaultMessage: "{sent} z\u00a0{total}",
    description: "Beside the bar: sizes like 1.2 MB",
  },
  closing: {
    id: "imports.upload.closing",
    defaultMessage: "Wgrano cały plik, odczytujemy jego początek…",
    description: "After the last byte, until the answer",
  },
  cancelled: {
    id: "imports.upload.cancelled",
    defaultMessage: "Przerwano wgrywanie. Nic nie zapisano.",
    description: "After cancelling",
  },
  failed: {
    id: "imports.upload.failed",
    defaultMessage: "Nie udało się wgrać pliku. Plik nadal jest wybrany.",
    description: "Failure",
  },
  leave: {
    id: "imports.upload.leave",
    defaultMessage: "Wyjść i\u00a0przerwać wgrywanie?",
    description: "Question before the page is left",
  },
  leaveText: {
    id: "imports.upload.leaveText",
    defaultMessage: "Plik nie jest jeszcze w\u00a0całości na serwerze. Trzeba będzie wgrać go ponownie.",
    description: "Under the question",
  },
  mended: {
    id: "imports.upload.mended",
    defaultMessage: "Poprawione wiersze z\u00a0pliku „{file}”",
    description: "The refused rows of an earlier file come again",
  },
  mendedText: {
    id: "imports.upload.mendedText",
    defaultMessage: "Kolumny rozpoznamy jak poprzednio. Kolumny z\u00a0numerem wiersza i\u00a0powodem pominiemy.",
    description: "Under it",
  },
  leaveSubmit: { id: "imports.upload.leaveSubmit", defaultMessage: "Wyjdź i\u00a0przerwij", description: "Button" },
});
