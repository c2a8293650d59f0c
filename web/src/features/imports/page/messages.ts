import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { StepName } from "../model/steps";

export const pageMessages = defineMessages({
  name: { id: "imports.step.name", defaultMessage: "Kroki importu", description: "Name of the row of steps" },
  done: { id: "imports.step.done", defaultMessage: "gotowe", description: "After a step that is behind, read aloud" },
  discard: { id: "imports.draft.discard", defaultMessage: "Usuń szkic", description: "Button" },
  discardAsk: {
    id: "imports.draft.discardAsk",
    defaultMessage: "Usunąć szkic importu „{file}”?",
    description: "Question",
  },
  discardText: {
    id: "imports.draft.discardText",
    defaultMessage: "Niczego z\u00a0tego pliku nie zapisano. Żeby wrócić, trzeba go wgrać ponownie.",
    description: "Under the question",
  },
  back: { id: "imports.draft.back", defaultMessage: "Wstecz", description: "Button" },
  away: {
    id: "imports.draft.away",
    defaultMessage: "Serwer nie odpowiada. Pytamy dalej.",
    description: "While polls fail",
  },
});

/** The steps by name. */
export const stepMessages: Readonly<Record<StepName, Message>> = defineMessages({
  file: { id: "imports.step.file", defaultMessage: "Plik", description: "First step" },
  columns: { id: "imports.step.columns", defaultMessage: "Kolumny", description: "Second step" },
  check: { id: "imports.step.check", defaultMessage: "Sprawdzenie", description: "Third step" },
  import: { id: "imports.step.import", defaultMessage: "Import", description: "Last step" },
});
