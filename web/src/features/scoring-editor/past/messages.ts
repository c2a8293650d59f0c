import { defineMessages } from "../../../i18n/define-messages";

export const pastMessages = defineMessages({
  today: {
    id: "past.weeks.today",
    defaultMessage: "Dziś średnia {after}",
    description: "First sentence: the newest day's average",
  },
  todayCompared: {
    id: "past.weeks.todayCompared",
    defaultMessage: "Dziś średnia {after} zamiast {before} ({change})",
    description: "First sentence: the newest day's average with the change and before it",
  },
  todayUnknown: {
    id: "past.weeks.todayUnknown",
    defaultMessage: "Dziś nie ma jeszcze czego ocenić",
    description: "First sentence where the newest day has no scores",
  },
  moves: {
    id: "past.weeks.moves",
    defaultMessage: "Przedział: {up, number} w\u00a0górę, {down, number} w\u00a0dół, {same, number} bez zmian.",
    description: "How many would be in another band today",
  },
  entered: {
    id: "past.weeks.entered",
    defaultMessage: "Tylko po zmianie ocenę ma {count, number}.",
    description: "How many have a score with the change alone",
  },
  left: {
    id: "past.weeks.left",
    defaultMessage: "Tylko przed zmianą ocenę ma {count, number}.",
    description: "How many have a score without the change alone",
  },
  audience: {
    id: "past.weeks.audience",
    defaultMessage:
      "Wszystkie tygodnie liczymy dla dzisiejszych kontaktów, zgód i\u00a0grup, więc ówczesne wyniki mogły być inne.",
    description: "Why the figures may differ from the results of those days",
  },
  measure: {
    id: "past.measure.measure",
    defaultMessage: "Co pokazać",
    description: "Name of the choice",
  },
  average: {
    id: "past.measure.average",
    defaultMessage: "Średnia ocena",
    description: "Choice, axis and heading of the chart",
  },
  engaged: {
    id: "past.measure.engaged",
    defaultMessage: "Oceny 61–100",
    description: "Choice: the share of those with a high or very high score",
  },
  engagedAxis: {
    id: "past.measure.engagedAxis",
    defaultMessage: "% ocenionych",
    description: "Axis",
  },
  clicked: {
    id: "past.measure.clicked",
    defaultMessage: "Klikający z\u00a061–100",
    description: "Choice: how many of those with a high score clicked afterwards",
  },
  clickedAxis: {
    id: "past.measure.clickedAxis",
    defaultMessage: "% klikających",
    description: "Axis",
  },
  clickedHint: {
    id: "past.measure.clickedHint",
    defaultMessage:
      "Ilu z\u00a0ocenionych na 61–100 kliknęło w\u00a0ciągu 14 dni od danego dnia, spośród tych, do których coś wysłano. Ostatnich dwóch tygodni jeszcze nie wiadomo.",
    description: "Under the chart",
  },
  day: {
    id: "past.table.day",
    defaultMessage: "Dzień",
    description: "Column and axis",
  },
  before: {
    id: "past.table.before",
    defaultMessage: "Przed zmianą",
    description: "Column and line",
  },
  after: {
    id: "past.table.after",
    defaultMessage: "Po zmianie",
    description: "Column and line",
  },
  change: {
    id: "past.table.change",
    defaultMessage: "Różnica",
    description: "Column",
  },
  tooLittle: {
    id: "past.table.tooLittle",
    defaultMessage: "za mało danych",
    description: "In place of the numbers of a week",
  },
  numbers: {
    id: "past.table.numbers",
    defaultMessage: "Liczby",
    description: "Opens the table",
  },
  nothing: {
    id: "past.table.nothing",
    defaultMessage: "W\u00a0żadnym z\u00a0tych tygodni nie ma dwóch tygodni danych wstecz, więc nie ma czego porównać.",
    description: "In place of chart and table",
  },
});
