import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { Measure } from "../model/past";
import { wordMessages } from "../../../i18n/word-messages";

export const pastMessages = defineMessages({
  today: {
    id: "scoringEditorPast.weeks.today",
    defaultMessage: "Dziś średnia {after}",
    description: "First sentence: the newest day's average",
  },
  todayCompared: {
    id: "scoringEditorPast.weeks.todayCompared",
    defaultMessage: "Dziś średnia {after} zamiast {before} ({change})",
    description: "First sentence: the newest day's average with the change and before it",
  },
  todayUnknown: {
    id: "scoringEditorPast.weeks.todayUnknown",
    defaultMessage: "Dziś nie ma jeszcze czego ocenić",
    description: "First sentence where the newest day has no scores",
  },
  moves: {
    id: "scoringEditorPast.weeks.moves",
    defaultMessage: "Przedział: {up, number} w\u00a0górę, {down, number} w\u00a0dół, {same, number} bez zmian.",
    description: "How many would be in another band today",
  },
  entered: {
    id: "scoringEditorPast.weeks.entered",
    defaultMessage: "Tylko po zmianie ocenę ma {count, number}.",
    description: "How many have a score with the change alone",
  },
  left: {
    id: "scoringEditorPast.weeks.left",
    defaultMessage: "Tylko przed zmianą ocenę ma {count, number}.",
    description: "How many have a score without the change alone",
  },
  audience: {
    id: "scoringEditorPast.weeks.audience",
    defaultMessage:
      "Wszystkie tygodnie przeliczamy dla dzisiejszych kontaktów, zgód i\u00a0grup, więc wtedy wyniki mogły być inne.",
    description: "Why the figures may differ from the results of those days",
  },
  measure: {
    id: "scoringEditorPast.measure.measure",
    defaultMessage: "Co pokazać",
    description: "Name of the choice",
  },
  engagedAxis: {
    id: "scoringEditorPast.measure.engagedAxis",
    defaultMessage: "% ocenionych",
    description: "Axis",
  },
  clickedAxis: {
    id: "scoringEditorPast.measure.clickedAxis",
    defaultMessage: "% klikających",
    description: "Axis",
  },
  clickedHint: {
    id: "scoringEditorPast.measure.clickedHint",
    defaultMessage:
      "Ilu z\u00a0ocenionych na 61–100 kliknęło w\u00a0ciągu 14 dni od danego dnia, spośród tych, do których coś wysłano. Ostatnich dwóch tygodni jeszcze nie wiadomo.",
    description: "Under the chart",
  },
  day: {
    id: "scoringEditorPast.table.day",
    defaultMessage: "Dzień",
    description: "Column and axis",
  },
  before: {
    id: "scoringEditorPast.table.before",
    defaultMessage: "Przed zmianą",
    description: "Column and line",
  },
  after: {
    id: "scoringEditorPast.table.after",
    defaultMessage: "Po zmianie",
    description: "Column and line",
  },
  tooLittle: {
    id: "scoringEditorPast.table.tooLittle",
    defaultMessage: "za mało danych",
    description: "In place of the numbers of a week",
  },
  nothing: {
    id: "scoringEditorPast.table.nothing",
    defaultMessage: "W\u00a0żadnym z\u00a0tych tygodni nie ma dwóch tygodni danych wstecz, więc nie ma czego porównać.",
    description: "In place of chart and table",
  },
});

/** What is drawn of each week. */
export const measureMessages: Readonly<Record<Measure, Message>> = defineMessages({
  average: wordMessages.averageScore,
  engaged: {
    id: "scoringEditorPast.measure.engaged",
    defaultMessage: "Oceny 61–100",
    description: "Choice: the share of those with a high or very high score",
  },
  clicked: {
    id: "scoringEditorPast.measure.clicked",
    defaultMessage: "Klikający z\u00a061–100",
    description: "Choice: how many of those with a high score clicked afterwards",
  },
});
