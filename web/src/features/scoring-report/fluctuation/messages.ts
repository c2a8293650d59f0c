import { defineMessages, type Message } from "../../../i18n/define-messages";

export const fluctuationMessages = defineMessages({
  summary: {
    id: "scoringReport.fluctuation.summary",
    defaultMessage: "{up, number} w\u00a0górę, {down, number} w\u00a0dół, {unchanged, number} bez zmian",
    description: "The figure that the page is opened for: how many contacts moved to a higher or lower band",
  },
  summaryText: {
    id: "scoringReport.fluctuation.summaryText",
    defaultMessage: "Między {from} a\u00a0{to}; liczą się ci, którzy mają ocenę w\u00a0obu dniach.",
    description: "Under the summary",
  },
  title: { id: "scoringReport.fluctuation.title", defaultMessage: "Ruch między przedziałami", description: "Heading" },
  flowText: {
    id: "scoringReport.fluctuation.flowText",
    defaultMessage: "Wskaż przedział, aby zobaczyć ruch do niego i\u00a0z\u00a0niego.",
    description: "Under the heading of the flow chart",
  },
  matrix: {
    id: "scoringReport.fluctuation.matrix",
    defaultMessage: "Gdzie byli, a\u00a0gdzie są teraz",
    description: "Heading",
  },
  matrixText: {
    id: "scoringReport.fluctuation.matrixText",
    defaultMessage: "Wiersze: ocena z\u00a0{from}. Kolumny: ocena z\u00a0{to}.",
    description: "Under the heading of the table",
  },
  moves: {
    id: "scoringReport.fluctuation.moves",
    defaultMessage: "Dokąd przeszli",
    description: "Heading on a phone: by band how many went up or down",
  },
  movesText: {
    id: "scoringReport.fluctuation.movesText",
    defaultMessage: "Według oceny z\u00a0{from}.",
    description: "Under that heading: the day of the bands",
  },
  up: { id: "scoringReport.fluctuation.up", defaultMessage: "W\u00a0górę", description: "Line: to a higher band" },
  same: { id: "scoringReport.fluctuation.same", defaultMessage: "Bez zmian", description: "Line: in the same band" },
  down: { id: "scoringReport.fluctuation.down", defaultMessage: "W\u00a0dół", description: "Line: to a lower band" },
  all: {
    id: "scoringReport.fluctuation.all",
    defaultMessage: "Pokaż pełną tabelę",
    description: "Button on a phone: shows the whole table",
  },
  from: { id: "scoringReport.fluctuation.from", defaultMessage: "Od", description: "Label: the earlier day" },
  to: { id: "scoringReport.fluctuation.to", defaultMessage: "Do", description: "Label: the later day" },
  entered: {
    id: "scoringReport.fluctuation.entered",
    defaultMessage: "Wejścia",
    description: "Line: had no score before",
  },
  left: { id: "scoringReport.fluctuation.left", defaultMessage: "Wyjścia", description: "Column: has no score after" },
  crossings: {
    id: "scoringReport.fluctuation.crossings",
    defaultMessage: "Wejścia i\u00a0wyjścia według powodów",
    description: "Heading",
  },
  crossingsText: {
    id: "scoringReport.fluctuation.crossingsText",
    defaultMessage: "Wejście: ocena jest dopiero {to}, a\u00a0{from} był powód jej braku. Wyjście: odwrotnie.",
    description: "Under the heading",
  },
  noCrossings: {
    id: "scoringReport.fluctuation.noCrossings",
    defaultMessage: "Nikt nie zyskał ani nie stracił oceny.",
    description: "In place of the table",
  },
  neither: {
    id: "scoringReport.fluctuation.neither",
    defaultMessage:
      "{count, plural, one {# osoba nie ma oceny} few {# osoby nie mają oceny} many {# osób nie ma oceny} other {# osoby nie ma oceny}} w\u00a0żadnym z\u00a0tych dni.",
    description: "Under the table",
  },
  changed: {
    id: "scoringReport.fluctuation.changed",
    defaultMessage: "{date} zmieniono ustawienia",
    description: "Notice: the results are not of the same settings",
  },
  changedText: {
    id: "scoringReport.fluctuation.changedText",
    defaultMessage: "Część ruchu wynika ze zmiany ustawień, a\u00a0nie z\u00a0zachowania.",
    description: "What the notice means",
  },
  oneDate: {
    id: "scoringReport.fluctuation.oneDate",
    defaultMessage: "Potrzebne są dwa przeliczenia",
    description: "There is one result only",
  },
  oneDateText: {
    id: "scoringReport.fluctuation.oneDateText",
    defaultMessage: "Aktywne scoringi przeliczają się co noc, więc ruch zobaczysz po następnym przeliczeniu.",
    description: "What comes",
  },
  order: {
    id: "scoringReport.fluctuation.order",
    defaultMessage: "Wybierz wcześniejszy dzień „od” niż „do”",
    description: "The chosen days are in the wrong order",
  },
  reset: { id: "scoringReport.fluctuation.reset", defaultMessage: "Pokaż domyślne dni", description: "Button" },
  before: {
    id: "scoringReport.fluctuation.before",
    defaultMessage: "{date}, {place}: {count, number}",
    description: "Name of a place of the flow chart: the day, a band or a reason, how many",
  },
});

/** The reasons for a score on only one of the days; reasons of exclusion have their own texts. */
export const crossingMessages: Readonly<Record<"NEW" | "NEW_VISITOR" | "ERASED" | "NOT_IN_SOURCES" | "NONE", Message>> =
  defineMessages({
    NEW: { id: "scoringReport.crossing.NEW", defaultMessage: "Nowy kontakt", description: "Was no contact yet" },
    NEW_VISITOR: {
      id: "scoringReport.crossing.NEW_VISITOR",
      defaultMessage: "Nowy odwiedzający",
      description: "Was no visitor yet",
    },
    ERASED: {
      id: "scoringReport.crossing.ERASED",
      defaultMessage: "Dane usunięte",
      description: "Is no contact any more",
    },
    NOT_IN_SOURCES: {
      id: "scoringReport.crossing.NOT_IN_SOURCES",
      defaultMessage: "Baza poza źródłami scoringu",
      description: "The other result did not judge the database",
    },
    NONE: {
      id: "scoringReport.crossing.NONE",
      defaultMessage: "Bez oceny",
      description: "Visitors without events in the period",
    },
  });
