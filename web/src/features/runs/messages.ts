import { defineMessages, type Message } from "../../i18n/define-messages";
import type { Outcome, Reason } from "./view";

export const runsMessages = defineMessages({
  lead: {
    id: "runs.page.lead",
    defaultMessage:
      "Które scoringi przeliczyliśmy za dany dzień, z\u00a0jakim wynikiem i\u00a0dlaczego czasem go nie ma.",
    description: "Under the title",
  },
  one: {
    id: "runs.filter.one",
    defaultMessage: "Tylko jeden scoring",
    description: "Above the list: it shows those of one scoring",
  },
  allScorings: {
    id: "runs.filter.allScorings",
    defaultMessage: "Wszystkie scoringi",
    description: "Button: not one scoring only",
  },
  filters: { id: "runs.filter.name", defaultMessage: "Filtry", description: "Name of the group of filters" },
  all: { id: "runs.filter.all", defaultMessage: "wszystkie", description: "Every day, outcome or reason" },
  noMatch: { id: "runs.filter.noMatch", defaultMessage: "Nie ma takich przeliczeń", description: "Nothing fits" },
  none: { id: "runs.page.none", defaultMessage: "Nie było jeszcze przeliczeń", description: "Empty list" },
  noneText: {
    id: "runs.page.noneText",
    defaultMessage: "Aktywne scoringi przeliczamy co noc. Każde przeliczenie zostaje tutaj przez 400 dni.",
    description: "Empty list: where calculations come from",
  },
  day: { id: "runs.table.day", defaultMessage: "Za dzień", description: "Column: the day that was calculated" },
  ended: { id: "runs.table.ended", defaultMessage: "Zakończono", description: "Column: when it ended" },
  scored: { id: "runs.table.scored", defaultMessage: "Ocenieni", description: "Column: contacts with a score" },
  outcome: { id: "runs.table.outcome", defaultMessage: "Wynik", description: "Column and label of the filter" },
  byName: { id: "runs.table.byName", defaultMessage: "na życzenie", description: "After the time: somebody asked" },
  ofDay: {
    id: "runs.table.ofDay",
    defaultMessage: "Za {date}, {weekday}",
    description: "Heading of the calculations for one day",
  },
  ofDayLater: {
    id: "runs.table.ofDayLater",
    defaultMessage: "Za {date}, {weekday} · zakończono\u00a0{ended}",
    description: "The same, of those that ended on another day",
  },
  excluded: {
    id: "runs.table.excluded",
    defaultMessage: "Wykluczeni",
    description: "Column: contacts left out",
  },
  shown: {
    id: "runs.table.shown",
    defaultMessage:
      "Wyświetlono {start} - {end} z\u00a0{total, plural, one {# przeliczenia} few {# przeliczeń} many {# przeliczeń} other {# przeliczenia}}",
    description: "Under the table, of which a row may be several calculations",
  },
  tooLittle: {
    id: "runs.why.tooLittle",
    defaultMessage: "Za mało danych. Wynik od {date}.",
    description: "Why it was skipped",
  },
  noData: {
    id: "runs.why.noData",
    defaultMessage: "Brak danych dla tego kanału.",
    description: "Why it was skipped: nothing was ever sent in the channel",
  },
  failed: {
    id: "runs.why.failed",
    defaultMessage:
      "{tries, plural, one {Po # próbie.} few {Po # próbach.} many {Po # próbach.} other {Po # próby.}} Spróbujemy znów w\u00a0nocy.",
    description: "After the outcome of a calculation that failed",
  },
  warnings: {
    id: "runs.why.warnings",
    defaultMessage: "{count, plural, one {# uwaga} few {# uwagi} many {# uwag} other {# uwagi}}",
    description: "After the outcome: opens what to know about the result",
  },
  cancelled: {
    id: "runs.why.cancelled",
    defaultMessage: "Ten dzień przeliczymy tylko na życzenie.",
    description: "Details of a calculation that a person stopped: the night leaves that day alone",
  },
  current: { id: "runs.current.title", defaultMessage: "W trakcie", description: "Heading: what waits or runs" },
  first: {
    id: "runs.current.first",
    defaultMessage: "{channel} za {date}: {stage}",
    description: "The calculation that is furthest; the stage as in a list of stages",
  },
  waiting: {
    id: "runs.current.waiting",
    defaultMessage: "· w\u00a0kolejce jeszcze {count, number}",
    description: "How many more calculations of the scoring wait; after a stage",
  },
  over: {
    id: "runs.current.ended",
    defaultMessage: "Zakończone: {names}",
    description: "Read aloud: scorings of which nothing waits or runs any more, however it ended",
  },
  stop: { id: "runs.current.stop", defaultMessage: "Zatrzymaj", description: "Button: none of them is wanted" },
  stopNamed: {
    id: "runs.current.stopNamed",
    defaultMessage: "Zatrzymaj „{name}”",
    description: "The same button, read aloud",
  },
  stopped: {
    id: "runs.current.stopped",
    defaultMessage:
      "{count, plural, =0 {Nie było już czego zatrzymywać} one {Zatrzymano # przeliczenie „{name}”} few {Zatrzymano # przeliczenia „{name}”} many {Zatrzymano # przeliczeń „{name}”} other {Zatrzymano # przeliczenia „{name}”}}",
    description: "Said after it",
  },
  asked: {
    id: "runs.row.asked",
    defaultMessage: "Zlecono przeliczenie „{name}” za {date}. Pojawi się tu po zakończeniu.",
    description: "Said after it",
  },
});

export const outcomeMessages: Readonly<Record<Outcome, Message>> = defineMessages({
  done: { id: "runs.outcome.done", defaultMessage: "Gotowe", description: "It has a result" },
  skipped: { id: "runs.outcome.skipped", defaultMessage: "Pominięto", description: "It could not be calculated" },
  failed: { id: "runs.outcome.failed", defaultMessage: "Nie udało się", description: "It failed" },
  cancelled: { id: "runs.outcome.cancelled", defaultMessage: "Zatrzymano", description: "A person stopped it" },
});

export const reasonMessages: Readonly<Record<Reason, Message>> = defineMessages({
  TOO_LITTLE_DATA: {
    id: "runs.reason.tooLittle",
    defaultMessage: "Za mało danych",
    description: "There will be enough",
  },
  NO_DATA: { id: "runs.reason.noData", defaultMessage: "Brak danych", description: "There are no data at all" },
  CALCULATION_FAILED: { id: "runs.reason.failed", defaultMessage: "Błąd przeliczenia", description: "It failed" },
});

/** The warnings of a result, by the contract's code. */
export const warningMessages: Readonly<Record<string, Message>> = defineMessages({
  NOBODY_SCORED: {
    id: "runs.warning.nobodyScored",
    defaultMessage: "Nikt nie dostał oceny.",
    description: "A result without a score",
  },
  SOURCE_EMPTY: {
    id: "runs.warning.sourceEmpty",
    defaultMessage: "W\u00a0bazie {subject} nie było kogo ocenić.",
    description: "A data source in which nobody is",
  },
  REFERENCE_MISSING: {
    id: "runs.warning.referenceMissing",
    defaultMessage: "Jednego ze składników nie było z\u00a0czym porównać.",
    description: "A weight that nobody gives a measure for",
  },
});
