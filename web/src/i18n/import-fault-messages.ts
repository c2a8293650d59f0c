import type { ReasonName } from "../api/fault";
import { defineMessages, type Message } from "./define-messages";

/** The texts of reasons about imports and their files. */
export const importReasons: Readonly<
  Record<Extract<ReasonName, `IMPORT_${"LIMIT" | "SECOND_FILE" | "NOT_FOUND" | "HEADER_INVALID"}`>, Message> &
    Record<Extract<ReasonName, `IMPORT_${"ENCODING_UNKNOWN" | "EMPTY" | "TOO_LARGE"}`>, Message>
> = defineMessages({
  IMPORT_LIMIT: {
    id: "fault.reason.IMPORT_LIMIT",
    defaultMessage: "Zbyt wiele plików czeka na import. Ten wgrasz, gdy zakończy się któryś z\u00a0wcześniejszych.",
    description: "Too many imports of the account wait",
  },
  IMPORT_SECOND_FILE: {
    id: "fault.reason.IMPORT_SECOND_FILE",
    defaultMessage: "Jednocześnie można wgrać tylko jeden plik",
    description: "A form held two files",
  },
  IMPORT_NOT_FOUND: {
    id: "fault.reason.IMPORT_NOT_FOUND",
    defaultMessage: "Nie ma takiego importu",
    description: "No import of that id",
  },
  IMPORT_HEADER_INVALID: {
    id: "fault.reason.IMPORT_HEADER_INVALID",
    defaultMessage: "Pierwszy wiersz pliku nie zawiera oczekiwanych nazw kolumn",
    description: "The file's header is wrong",
  },
  IMPORT_ENCODING_UNKNOWN: {
    id: "fault.reason.IMPORT_ENCODING_UNKNOWN",
    defaultMessage: "Nie udało się rozpoznać kodowania pliku. Zapisz go jako UTF-8.",
    description: "The file's encoding is unknown",
  },
  IMPORT_EMPTY: {
    id: "fault.reason.IMPORT_EMPTY",
    defaultMessage: "Plik jest pusty",
    description: "The file has no rows",
  },
  IMPORT_TOO_LARGE: {
    id: "fault.reason.IMPORT_TOO_LARGE",
    defaultMessage: "Plik jest większy niż 2 GB",
    description: "The file is too large",
  },
});
