import { defineMessages } from "../../../i18n/define-messages";

export const averageMessages = defineMessages({
  by: { id: "report.average.by", defaultMessage: "Okresy", description: "Label of the choice of week or month" },
  week: { id: "report.average.week", defaultMessage: "Tydzień", description: "Choice" },
  month: { id: "report.average.month", defaultMessage: "Miesiąc", description: "Choice" },
  line: { id: "report.average.line", defaultMessage: "Średnia ocena w\u00a0czasie", description: "Heading of a chart" },
  average: { id: "report.average.average", defaultMessage: "Średnia ocena", description: "Line, row and axis" },
  before: { id: "report.average.before", defaultMessage: "Rok wcześniej", description: "Line and row" },
  bands: {
    id: "report.average.bands",
    defaultMessage: "Przedziały w\u00a0czasie",
    description: "Heading of a chart: how the bands share the scores, by period",
  },
  share: { id: "report.average.share", defaultMessage: "Udział ocen", description: "Axis: percent of all scores" },
  weekAxis: { id: "report.average.weekAxis", defaultMessage: "Tydzień od poniedziałku", description: "Axis" },
  monthAxis: { id: "report.average.monthAxis", defaultMessage: "Miesiąc", description: "Axis" },
  weekOf: { id: "report.average.weekOf", defaultMessage: "Tydzień od {date}", description: "Name of a period" },
  table: {
    id: "report.average.table",
    defaultMessage: "Przedziały i\u00a0średnie",
    description: "Heading of the table",
  },
  tableText: {
    id: "report.average.tableText",
    defaultMessage:
      "Udział każdego przedziału we wszystkich ocenach okresu. Kontakt liczy się raz w\u00a0każdym przeliczeniu.",
    description: "Under the heading of the table",
  },
  band: { id: "report.average.band", defaultMessage: "Zaangażowanie", description: "Column" },
  scores: { id: "report.average.scores", defaultMessage: "Oceny", description: "Row: number of scores" },
  results: { id: "report.average.results", defaultMessage: "Przeliczenia", description: "Row: number of calculations" },
  higher: {
    id: "report.average.higher",
    defaultMessage: "Ostatni okres: {average}, o\u00a0{change} wyżej niż poprzedni.",
    description: "The last period against the one before; both numbers are scores",
  },
  lower: {
    id: "report.average.lower",
    defaultMessage: "Ostatni okres: {average}, o\u00a0{change} niżej niż poprzedni.",
    description: "The last period against the one before; both numbers are scores",
  },
  same: {
    id: "report.average.same",
    defaultMessage: "Ostatni okres: {average}, tyle co poprzedni.",
    description: "The last period against the one before",
  },
  oneWeek: {
    id: "report.average.oneWeek",
    defaultMessage: "Linia od drugiego tygodnia.",
    description: "There is only one week with a result",
  },
  oneMonth: {
    id: "report.average.oneMonth",
    defaultMessage: "Linia od drugiego miesiąca.",
    description: "There is only one month with a result",
  },
  nothing: {
    id: "report.average.nothing",
    defaultMessage: "W\u00a0tych dniach nie ma wyników. Wybierz dłuższy zakres.",
    description: "No result was made in the days that were chosen",
  },
});
