import { defineMessages } from "../../../i18n/define-messages";

export const checkMessages = defineMessages({
  title: { id: "imports.check.title", defaultMessage: "Co zrobi ten plik", description: "Heading" },
  running: {
    id: "imports.check.running",
    defaultMessage: "Sprawdzamy plik, niczego nie zapisując",
    description: "Heading while the check runs",
  },
  progress: { id: "imports.check.progress", defaultMessage: "Sprawdzono", description: "Name of the bar" },
  rows: {
    id: "imports.check.rows",
    defaultMessage: "{rows, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}",
    description: "Beside the bar: how many were read",
  },
  failed: { id: "imports.check.failed", defaultMessage: "Nie udało się sprawdzić pliku", description: "Heading" },
  again: { id: "imports.check.again", defaultMessage: "Sprawdź jeszcze raz", description: "Button" },
  nothingYet: {
    id: "imports.check.nothingYet",
    defaultMessage: "Niczego jeszcze nie zapisano. Sprawdzono {moment}.",
    description: "Under the heading",
  },
  kept: { id: "imports.check.kept", defaultMessage: "Do przyjęcia", description: "Figure: rows" },
  new: { id: "imports.check.new", defaultMessage: "Nowe", description: "Figure: contacts" },
  changed: { id: "imports.check.changed", defaultMessage: "Zmienione", description: "Figure: contacts" },
  unchanged: { id: "imports.check.unchanged", defaultMessage: "Bez zmian", description: "Figure: contacts" },
  unsubscribed: { id: "imports.check.unsubscribed", defaultMessage: "Stracą zgodę", description: "Figure: contacts" },
  unsubscribedBefore: {
    id: "imports.check.unsubscribedBefore",
    defaultMessage: "Już bez zgody",
    description: "Figure: contacts",
  },
  refused: { id: "imports.check.refused", defaultMessage: "Odrzucone", description: "Figure: rows" },
  about: {
    id: "imports.check.about",
    defaultMessage: "<small>około</small> {value, number}",
    description: "Figure: contacts that can be counted only roughly",
  },
  approximate: {
    id: "imports.check.approximate",
    defaultMessage:
      "Liczby kontaktów i\u00a0zgód są przybliżone: plik sprawdzamy częściami, a\u00a0osoba, która jest w\u00a0kilku z\u00a0nich, liczy się w\u00a0każdej.{kind, select, contacts { Wiersz z\u00a0adresem innej osoby z\u00a0tego pliku może zostać odrzucony dopiero podczas importu.} other {}}",
    description: "Under the figures: why they are rough",
  },
  groups: {
    id: "imports.check.groups",
    defaultMessage:
      "{count, plural, one {Powstanie # grupa} few {Powstaną # grupy} many {Powstanie # grup} other {Powstanie # grupy}}: {names}",
    description: "Groups that the file makes",
  },
  refusals: {
    id: "imports.check.refusals",
    defaultMessage:
      "{count, plural, one {# wiersz odrzucony} few {# wiersze odrzucone} many {# wierszy odrzuconych} other {# wiersza odrzuconego}}",
    description: "Heading",
  },
  reason: { id: "imports.check.reason", defaultMessage: "Powód i\u00a0co pomoże", description: "Column" },
  count: { id: "imports.check.count", defaultMessage: "Wiersze", description: "Column" },
  first: { id: "imports.check.first", defaultMessage: "Pierwszy taki", description: "Column" },
  firstRow: { id: "imports.check.firstRow", defaultMessage: "Wiersz {line, number}", description: "Where it is first" },
  firstCell: {
    id: "imports.check.firstCell",
    defaultMessage: "Wiersz {line, number}, „{column}”",
    description: "Where it is first",
  },
  moreReasons: {
    id: "imports.check.moreReasons",
    defaultMessage: "Pokazujemy 50 najczęstszych powodów; wszystkie są w\u00a0pliku.",
    description: "Under the table",
  },
  download: { id: "imports.check.download", defaultMessage: "Pobierz odrzucone", description: "Button" },
  downloadFailed: {
    id: "imports.check.downloadFailed",
    defaultMessage: "Nie udało się pobrać odrzuconych wierszy",
    description: "Failure",
  },
  submit: {
    id: "imports.check.submit",
    defaultMessage:
      "{rows, plural, one {Importuj # wiersz} few {Importuj # wiersze} many {Importuj # wierszy} other {Importuj # wiersza}}",
    description: "Button",
  },
  nobody: {
    id: "imports.check.nobody",
    defaultMessage: "Żaden wiersz nie nadaje się do importu",
    description: "Every row would be refused",
  },
  nobodyText: {
    id: "imports.check.nobodyText",
    defaultMessage: "Zmień kolumny albo popraw plik i\u00a0wgraj go ponownie.",
    description: "Under it",
  },
});
