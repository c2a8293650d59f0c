import { defineMessages } from "../../../i18n/define-messages";

export const averageMessages = defineMessages({
  by: { id: "scoringReport.average.by", defaultMessage: "Okresy", description: "Label of the choice of week or month" },
  week: { id: "scoringReport.average.week", defaultMessage: "Tydzień", description: "Choice" },
  month: { id: "scoringReport.average.month", defaultMessage: "Miesiąc", description: "Choice" },
  line: {
    id: "scoringReport.average.line",
    defaultMessage: "Średnia ocena w\u00a0czasie",
    description: "Heading of a chart",
  },
  before: { id: "scoringReport.average.before", defaultMessage: "Rok wcześniej", description: "Line and row" },
  bands: {
    id: "scoringReport.average.bands",
    defaultMessage: "Przedziały w\u00a0czasie",
    description: "Heading of a chart: how the bands share the scores, by period",
  },
  share: {
    id: "scoringReport.average.share",
    defaultMessage: "Udział ocen",
    description: "Axis: percent of all scores",
  },
  weekAxis: { id: "scoringReport.average.weekAxis", defaultMessage: "Tydzień od poniedziałku", description: "Axis" },
  weekOf: { id: "scoringReport.average.weekOf", defaultMessage: "Tydzień od {date}", description: "Name of a period" },
  table: {
    id: "scoringReport.average.table",
    defaultMessage: "Przedziały i\u00a0średnie",
    description: "Heading of the table",
  },
  tableText: {
    id: "scoringReport.average.tableText",
    defaultMessage:
      "Jaki procent ocen okresu przypadł na każdy przedział. W\u00a0okresie z\u00a0dwoma przeliczeniami kontakt liczy się dwa razy.",
    description: "Under the heading of the table",
  },
  scores: { id: "scoringReport.average.scores", defaultMessage: "Oceny", description: "Column: number of scores" },
  allColumns: {
    id: "scoringReport.average.allColumns",
    defaultMessage: "Pokaż liczbę ocen i\u00a0przeliczeń",
    description: "Button on a phone: shows the other columns of the table",
  },
  allCompared: {
    id: "scoringReport.average.allCompared",
    defaultMessage: "Pokaż rok wcześniej, oceny i\u00a0przeliczenia",
    description: "The same if the year before is one of these columns",
  },
  higher: {
    id: "scoringReport.average.higher",
    defaultMessage: "Ostatni okres: {average}, o\u00a0{change} wyżej niż poprzedni.",
    description: "The last period against the one before; both numbers are scores",
  },
  lower: {
    id: "scoringReport.average.lower",
    defaultMessage: "Ostatni okres: {average}, o\u00a0{change} niżej niż poprzedni.",
    description: "The last period against the one before; both numbers are scores",
  },
  same: {
    id: "scoringReport.average.same",
    defaultMessage: "Ostatni okres: {average}, tyle co poprzedni.",
    description: "The last period against the one before",
  },
  mean: {
    id: "scoringReport.average.mean",
    defaultMessage:
      "To średnia z\u00a0{count, plural, one {# przeliczenia} few {# przeliczeń} many {# przeliczeń} other {# przeliczenia}}.",
    description: "After the comparison of the last period, if it has several calculations",
  },
  meanAndLast: {
    id: "scoringReport.average.meanAndLast",
    defaultMessage:
      "To średnia z\u00a0{count, plural, one {# przeliczenia} few {# przeliczeń} many {# przeliczeń} other {# przeliczenia}}; ostatnie dało {last}.",
    description: "The same with the average of the last calculation",
  },
  first: {
    id: "scoringReport.average.first",
    defaultMessage: "Pierwszy wynik w\u00a0tych dniach: {date}.",
    description: "After that, if the range begins before its first period with a result",
  },
  oneWeek: {
    id: "scoringReport.average.oneWeek",
    defaultMessage: "Linia pojawi się od drugiego tygodnia.",
    description: "There is only one week with a result",
  },
  oneMonth: {
    id: "scoringReport.average.oneMonth",
    defaultMessage: "Linia pojawi się od drugiego miesiąca.",
    description: "There is only one month with a result",
  },
  nothing: {
    id: "scoringReport.average.nothing",
    defaultMessage: "W\u00a0tych dniach nie ma wyników. Wybierz dłuższy zakres.",
    description: "No result was made in the days that were chosen",
  },
});
