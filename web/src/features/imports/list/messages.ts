import { defineMessages, type Message } from "../../../i18n/define-messages";

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
