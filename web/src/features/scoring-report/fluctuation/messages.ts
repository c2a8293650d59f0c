import { defineMessages, type Message } from "../../../i18n/define-messages";

export const fluctuationMessages = defineMessages({
  summary: {
    id: "report.fluctuation.summary",
    defaultMessage: "{up, number} w\u00a0górę, {down, number} w\u00a0dół, {unchanged, number} bez zmian",
    description: "The figure that the page is opened for: how many contacts moved to a higher or lower band",
  },
  summaryText: {
    id: "report.fluctuation.summaryText",
    defaultMessage: "Między {from} a\u00a0{to}; liczą się ci, którzy mają ocenę w\u00a0obu dniach.",
    description: "Under the summary",
  },
  title: { id: "report.fluctuation.title", defaultMessage: "Ruch między przedziałami", description: "Heading" },
  flowText: {
    id: "report.fluctuation.flowText",
    defaultMessage: "Wskaż przedział, aby zobaczyć, skąd przyszli i\u00a0dokąd poszli jego ludzie.",
    description: "Under the heading of the flow chart",
  },
  matrix: {
    id: "report.fluctuation.matrix",
    defaultMessage: "Kto gdzie był i\u00a0gdzie jest",
    description: "Heading",
  },
  matrixText: {
    id: "report.fluctuation.matrixText",
    defaultMessage: "Wiersze to oceny z\u00a0{from}, kolumny to oceny z\u00a0{to}.",
    description: "Under the heading of the table",
  },
  from: { id: "report.fluctuation.from", defaultMessage: "Od", description: "Label: the earlier day" },
  to: { id: "report.fluctuation.to", defaultMessage: "Do", description: "Label: the later day" },
  entered: { id: "report.fluctuation.entered", defaultMessage: "Wejścia", description: "Line: had no score before" },
  left: { id: "report.fluctuation.left", defaultMessage: "Wyjścia", description: "Column: has no score after" },
  total: { id: "report.fluctuation.total", defaultMessage: "Razem", description: "Line and column" },
  crossings: {
    id: "report.fluctuation.crossings",
    defaultMessage: "Wejścia i\u00a0wyjścia według powodów",
    description: "Heading",
  },
  crossingsText: {
    id: "report.fluctuation.crossingsText",
    defaultMessage: "Wejście: ocena jest dopiero {to}, a\u00a0{from} był powód jej braku. Wyjście: odwrotnie.",
    description: "Under the heading",
  },
  reason: { id: "report.fluctuation.reason", defaultMessage: "Powód", description: "Column" },
  noCrossings: {
    id: "report.fluctuation.noCrossings",
    defaultMessage: "Nikt nie zyskał ani nie stracił oceny.",
    description: "In place of the table",
  },
  neither: {
    id: "report.fluctuation.neither",
    defaultMessage:
      "{count, plural, one {# osoba nie ma oceny} few {# osoby nie mają oceny} many {# osób nie ma oceny} other {# osoby nie ma oceny}} w\u00a0żadnym z\u00a0tych dni.",
    description: "Under the table",
  },
  changed: {
    id: "report.fluctuation.changed",
    defaultMessage: "{date} zmieniono ustawienia",
    description: "Notice: the results are not of the same settings",
  },
  changedText: {
    id: "report.fluctuation.changedText",
    defaultMessage: "Część ruchu wynika ze zmiany ustawień, a\u00a0nie z\u00a0zachowania.",
    description: "What the notice means",
  },
  oneDate: {
    id: "report.fluctuation.oneDate",
    defaultMessage: "Potrzebne są dwa przeliczenia",
    description: "There is one result only",
  },
  oneDateText: {
    id: "report.fluctuation.oneDateText",
    defaultMessage: "Aktywne scoringi przeliczają się co noc, więc ruch zobaczysz po następnym przeliczeniu.",
    description: "What comes",
  },
  order: {
    id: "report.fluctuation.order",
    defaultMessage: "Wybierz wcześniejszy dzień „od” niż „do”",
    description: "The chosen days are in the wrong order",
  },
  reset: { id: "report.fluctuation.reset", defaultMessage: "Pokaż domyślne dni", description: "Button" },
  before: {
    id: "report.fluctuation.before",
    defaultMessage: "{date}, {place}: {count, number}",
    description: "Name of a place of the flow chart: the day, a band or a reason, how many",
  },
});

/** Why somebody has a score on one of the days only; reasons of exclusion have their own words. */
export const crossingMessages: Readonly<Record<"NEW" | "NEW_VISITOR" | "ERASED" | "NOT_IN_SOURCES" | "NONE", Message>> =
  defineMessages({
    NEW: { id: "report.crossing.NEW", defaultMessage: "Nowy kontakt", description: "Was no contact yet" },
    NEW_VISITOR: {
      id: "report.crossing.NEW_VISITOR",
      defaultMessage: "Nowy odwiedzający",
      description: "Was no visitor yet",
    },
    ERASED: { id: "report.crossing.ERASED", defaultMessage: "Dane usunięte", description: "Is no contact any more" },
    NOT_IN_SOURCES: {
      id: "report.crossing.NOT_IN_SOURCES",
      defaultMessage: "Baza poza źródłami scoringu",
      description: "The other result did not judge the database",
    },
    NONE: {
      id: "report.crossing.NONE",
      defaultMessage: "Bez oceny",
      description: "Visitors without events in the period",
    },
  });
