import { defineMessages, type Message } from "../../i18n/define-messages";
import { type ImportKind } from "../../api/upload";
import { type Outcome } from "./model/outcome";
import { wordMessages } from "../../i18n/word-messages";
import { statusMessages } from "../../i18n/common-messages";

/** Names of the kinds of files. */
export const kindMessages: Readonly<Record<ImportKind, Message>> = defineMessages({
  contacts: wordMessages.contacts,
  engagement: {
    id: "imports.kind.engagement",
    defaultMessage: "Wysyłki i\u00a0reakcje",
    description: "Kind of a file: sendings, opens, clicks",
  },
  unsubscribes: { id: "imports.kind.unsubscribes", defaultMessage: "Wypisania", description: "Kind of a file" },
});

/** A sentence about each kind. */
export const kindTexts: Readonly<Record<ImportKind, Message>> = defineMessages({
  contacts: {
    id: "imports.kindText.contacts",
    defaultMessage:
      "Adresy, zgody, grupy i\u00a0cechy. Nowe osoby dojdą, a\u00a0znane zmienią się tylko tam, gdzie plik ma wartość.",
    description: "Under the kind",
  },
  engagement: {
    id: "imports.kindText.engagement",
    defaultMessage:
      "Wysyłki, doręczenia, otwarcia, kliknięcia i\u00a0zdarzenia ze stron WWW. Z\u00a0nich powstają oceny.",
    description: "Under the kind",
  },
  unsubscribes: {
    id: "imports.kindText.unsubscribes",
    defaultMessage: "Osoby, które nie chcą już wiadomości. Stracą zgodę i\u00a0żaden plik jej nie przywróci.",
    description: "Under the kind",
  },
});

/** Names of the outcomes of a file. */
export const outcomeMessages: Readonly<Record<Outcome, Message>> = defineMessages({
  draft: statusMessages.draft,
  running: { id: "imports.outcome.running", defaultMessage: "W\u00a0toku", description: "State of an import" },
  finished: {
    id: "imports.outcome.finished",
    defaultMessage: "Zakończony",
    description: "State of an import: every row was kept",
  },
  partly: {
    id: "imports.outcome.partly",
    defaultMessage: "Częściowo przyjęty",
    description: "State of an import: some rows were refused",
  },
  refused: {
    id: "imports.outcome.refused",
    defaultMessage: "Odrzucony",
    description: "State of an import: every row was refused",
  },
  stopped: {
    id: "imports.outcome.stopped",
    defaultMessage: "Przerwany",
    description: "State of an import: somebody stopped it",
  },
  failed: {
    id: "imports.outcome.failed",
    defaultMessage: "Nieudany",
    description: "State of an import: it was given up",
  },
});

export const fileMessages = defineMessages({
  unnamed: {
    id: "imports.file.unnamed",
    defaultMessage: "Plik: {kind}",
    description: "An import whose sender gave no file name; {kind} is Contacts, Engagement or Unsubscribes",
  },
  inFile: {
    id: "imports.file.inFile",
    defaultMessage: "bazy według pliku",
    description: "In place of a file's database: a column names one for each row",
  },
});

export const importsRouteMessages = defineMessages({
  title: { id: "imports.page.title", defaultMessage: "Importy", description: "Title of the page" },
  goneText: {
    id: "imports.page.goneText",
    defaultMessage: "Niedokończony szkic usuwamy po dobie. Plik można wgrać ponownie.",
    description: "Under the heading",
  },
  toList: { id: "imports.page.toList", defaultMessage: "Wszystkie importy", description: "Button" },
});

export const sampleMessages = defineMessages({
  download: {
    id: "imports.sample.download",
    defaultMessage: "Pobierz wzór",
    description: "Button: a file to start from",
  },
  of: {
    id: "imports.sample.of",
    defaultMessage: "Pobierz wzór: {kind}",
    description: "Name of the button, read aloud",
  },
  failed: { id: "imports.sample.failed", defaultMessage: "Nie udało się pobrać wzoru", description: "Failure" },
});

export type Column = "file" | "state" | "kept" | "refused";

export const listMessages = defineMessages({
  lead: {
    id: "imports.list.lead",
    defaultMessage:
      "Pliki z\u00a0kontaktami, wysyłkami i\u00a0reakcjami oraz wypisaniami: co z\u00a0nich przyjęto, a\u00a0co odrzucono.",
    description: "Under the title",
  },
  progress: { id: "imports.list.progress", defaultMessage: "{file}: odczytano", description: "Name of the bar" },
  keptOf: {
    id: "imports.list.keptOf",
    defaultMessage: "{kept, number} z\u00a0{read, number}",
    description: "Rows that were kept, of those read",
  },
  empty: { id: "imports.list.empty", defaultMessage: "Nie ma jeszcze importów", description: "Empty list" },
  emptyText: {
    id: "imports.list.emptyText",
    defaultMessage: "Zacznij od kontaktów. Zobaczysz, co zrobi plik, zanim cokolwiek się zapisze.",
    description: "Empty list",
  },
});

/** Column headers. */
export const columnMessages: Readonly<Record<Column, Message>> = defineMessages({
  file: { id: "imports.list.file", defaultMessage: "Plik", description: "Column" },
  state: { id: "imports.list.state", defaultMessage: "Stan", description: "Column" },
  kept: { id: "imports.list.kept", defaultMessage: "Przyjęte", description: "Column: rows" },
  refused: { id: "imports.list.refused", defaultMessage: "Odrzucone", description: "Column: rows" },
});
