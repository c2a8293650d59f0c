import { defineMessages } from "../../i18n/define-messages";

export const routeMessages = defineMessages({
  title: {
    id: "scoringLoading.page.title",
    defaultMessage: "Przeliczamy oceny",
    description: "Heading while it is calculated",
  },
});

export const loadingMessages = defineMessages({
  done: {
    id: "scoringLoading.page.done",
    defaultMessage: "Wyniki są gotowe",
    description: "Heading after the calculation",
  },
  later: {
    id: "scoringLoading.page.later",
    defaultMessage: "Za mało danych",
    description: "Heading where no channel could be calculated",
  },
  failed: { id: "scoringLoading.page.failed", defaultMessage: "Nie udało się przeliczyć", description: "Heading" },
  cancelled: {
    id: "scoringLoading.page.cancelled",
    defaultMessage: "Przeliczanie zatrzymane",
    description: "Heading: a person stopped it",
  },
  cancelledText: {
    id: "scoringLoading.page.cancelledText",
    defaultMessage: "Wcześniejsze wyniki są bez zmian. Kolejny dzień przeliczymy w nocy jak zwykle.",
    description: "After it was stopped",
  },
  stop: { id: "scoringLoading.page.stop", defaultMessage: "Zatrzymaj przeliczanie", description: "Button" },
  off: {
    id: "scoringLoading.page.off",
    defaultMessage: "Scoring jest wyłączony",
    description: "Heading: it is not active",
  },
  nobody: {
    id: "scoringLoading.page.nobody",
    defaultMessage: "Nie ma kogo ocenić",
    description: "Heading: the calculation would score nobody",
  },
  offText: {
    id: "scoringLoading.page.offText",
    defaultMessage: "Wyłączonego scoringu nie przeliczamy. Włączony przeliczymy od razu, a\u00a0potem co noc.",
    description: "Under the heading",
  },
  draft: {
    id: "scoringLoading.page.draft",
    defaultMessage: "Szkic czeka na dokończenie",
    description: "Heading: the scoring is a draft",
  },
  draftText: {
    id: "scoringLoading.page.draftText",
    defaultMessage: "Przeliczanie zacznie się, gdy uruchomisz scoring.",
    description: "Under the step of the calculation of a draft",
  },
  finishDraft: { id: "scoringLoading.page.finishDraft", defaultMessage: "Dokończ szkic", description: "Button" },
  switchOn: { id: "scoringLoading.page.switchOn", defaultMessage: "Włącz i\u00a0przelicz", description: "Button" },
  edit: { id: "scoringLoading.page.edit", defaultMessage: "Edytuj", description: "Button: open the configurator" },
  mayLeave: {
    id: "scoringLoading.page.mayLeave",
    defaultMessage: "Liczymy zdarzenia, potem oceniamy kontakty. Możesz wyjść, damy znać.",
    description: "While it is calculated",
  },
  usual: {
    id: "scoringLoading.page.usual",
    defaultMessage: "Ostatnio trwało to najwyżej {duration}.",
    description: "While it is calculated; the duration like 2 min 5 s",
  },
  tooLittle: {
    id: "scoringLoading.page.tooLittle",
    defaultMessage: "Za mało danych. Przeliczymy od {date}.",
    description: "Why there is no result yet and from which day there will be",
  },
  noData: {
    id: "scoringLoading.page.noData",
    defaultMessage: "Nie ma jeszcze żadnych wysyłek. Przeliczymy, gdy zbiorą się dwa tygodnie danych.",
    description: "Why there is no result",
  },
  result: {
    id: "scoringLoading.page.result",
    defaultMessage: "średnia <b>{average}</b>, ocenione: {scored, number}",
    description: "The result of a channel: its average score and the number of contacts or visitors with a score",
  },
  history: {
    id: "scoringLoading.page.history",
    defaultMessage: "Wcześniejsze tygodnie: {done, number} z\u00a0{total, number}",
    description: "Progress of earlier Mondays",
  },
  toReport: { id: "scoringLoading.page.toReport", defaultMessage: "Zobacz raport", description: "Button" },
  titleBusy: {
    id: "scoringLoading.page.titleBusy",
    defaultMessage: "{percent} – {name}",
    description: "Title of the tab while it is calculated",
  },
});

/** The way to results, step by step. */
export const stepsMessages = defineMessages({
  saved: { id: "scoringLoading.step.saved", defaultMessage: "Ustawienia zapisane", description: "First step, done" },
  draft: {
    id: "scoringLoading.step.draft",
    defaultMessage: "Ustawienia do dokończenia",
    description: "First step of a draft",
  },
  calculation: { id: "scoringLoading.step.calculation", defaultMessage: "Przeliczenie", description: "Step" },
  report: { id: "scoringLoading.step.report", defaultMessage: "Raport", description: "Step: results can be seen" },
  reportText: {
    id: "scoringLoading.step.reportText",
    defaultMessage: "Średnia ocena, przedziały i\u00a0wykluczenia; z\u00a0nich utworzysz grupy.",
    description: "What the report has",
  },
  nightly: { id: "scoringLoading.step.nightly", defaultMessage: "Potem co noc", description: "Last step" },
  nightlyAt: {
    id: "scoringLoading.step.nightlyAt",
    defaultMessage: "Potem co noc, od {time}",
    description: "Last step; the time like 02:00",
  },
  nightlyText: {
    id: "scoringLoading.step.nightlyText",
    defaultMessage: "Przeliczamy automatycznie; nowe wyniki są dostępne następnego dnia.",
    description: "Under the last step",
  },
});
