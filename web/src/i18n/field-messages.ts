import { defineMessages } from "./define-messages";

/** The defects of a value, by the classes of the API. */
export const fieldMessages = defineMessages({
  tooShort: {
    id: "fault.field.tooShort",
    defaultMessage: "Wpisz co najmniej {min, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}",
    description: "A text is too short",
  },
  tooLong: {
    id: "fault.field.tooLong",
    defaultMessage: "Wpisz najwyżej {max, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}",
    description: "A text is too long",
  },
  between: {
    id: "fault.field.between",
    defaultMessage: "Podaj wartość od {min, number} do {max, number}",
    description: "A number is out of range; both ends are allowed",
  },
  atLeast: {
    id: "fault.field.atLeast",
    defaultMessage: "Podaj wartość nie mniejszą niż {min, number}",
    description: "A number is too small",
  },
  atMost: {
    id: "fault.field.atMost",
    defaultMessage: "Podaj wartość nie większą niż {max, number}",
    description: "A number is too large",
  },
  outOfRange: {
    id: "fault.field.outOfRange",
    defaultMessage: "Wartość jest poza dozwolonym zakresem",
    description: "A number is out of a range that has no plain ends",
  },
  notAllowed: {
    id: "fault.field.notAllowed",
    defaultMessage: "Wybierz jedną z\u00a0dostępnych wartości",
    description: "The value is none of those that there are",
  },
  malformed: {
    id: "fault.field.malformed",
    defaultMessage: "Sprawdź format: tak zapisana wartość jest nieprawidłowa",
    description: "A text that must have a form has another",
  },
  invisible: {
    id: "fault.field.invisible",
    defaultMessage: "Usuń niewidoczne znaki lub wpisz tekst ręcznie",
    description: "A text holds control characters, mostly after pasting",
  },
  blank: {
    id: "fault.field.blank",
    defaultMessage: "Wpisz co najmniej jeden widoczny znak",
    description: "A text of spaces or invisible marks only",
  },
  unusable: { id: "fault.field.unusable", defaultMessage: "Nieprawidłowa wartość", description: "Anything else" },
});
