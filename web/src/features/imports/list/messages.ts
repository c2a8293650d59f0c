import { defineMessages, type Message } from "../../../i18n/define-messages";
import { wordMessages } from "../../../i18n/word-messages";
export type Column = "file" | "kind" | "database" | "state" | "kept" | "refused";

export const listMessages = defineMessages({
  lead: {
    id: "imports.list.lead",
    defaultMessage:
      "Pliki z\u00a0kontaktami, wysyłkami i\u00a0reakcjami oraz wypisaniami: co z\u00a0nich przyjęto, a\u00a0co odrzucono.",
    description: "Under the title",
  },
  progress: { id: "imports.list.progress", defaultMessage: "{file}: odczytano", description: "Name of the bar" },
  inFile: { id: "imports.list.inFile", defaultMessage: "według pliku", description: "Database: a column names it" },
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
  kind: { id: "imports.list.kind", defaultMessage: "Rodzaj", description: "Column" },
  database: wordMessages.database,
  state: { id: "imports.list.state", defaultMessage: "Stan", description: "Column" },
  kept: { id: "imports.list.kept", defaultMessage: "Przyjęte", description: "Column: rows" },
  refused: { id: "imports.list.refused", defaultMessage: "Odrzucone", description: "Column: rows" },
});
