import { defineMessages } from "../../i18n/define-messages";

export const routeMessages = defineMessages({
  title: { id: "loading.page.title", defaultMessage: "Liczymy oceny", description: "Heading while it is calculated" },
});

export const loadingMessages = defineMessages({
  done: { id: "loading.page.done", defaultMessage: "Wyniki są gotowe", description: "Heading after the calculation" },
  later: {
    id: "loading.page.later",
    defaultMessage: "Za mało danych",
    description: "Heading where no channel could be calculated",
  },
  failed: { id: "loading.page.failed", defaultMessage: "Nie udało się policzyć", description: "Heading" },
  cancelled: {
    id: "loading.page.cancelled",
    defaultMessage: "Przeliczanie zatrzymane",
    description: "Heading: a person stopped it",
  },
  cancelledText: {
    id: "loading.page.cancelledText",
    defaultMessage: "Wcześniejsze wyniki są bez zmian. Kolejny dzień przeliczymy w nocy jak zwykle.",
    description: "After it was stopped",
  },
  stop: { id: "loading.page.stop", defaultMessage: "Zatrzymaj przeliczanie", description: "Button" },
  again: { id: "loading.page.again", defaultMessage: "Przelicz ponownie", description: "Button after it was stopped" },
  off: { id: "loading.page.off", defaultMessage: "Scoring jest wyłączony", description: "Heading: it is not active" },
  offText: {
    id: "loading.page.offText",
    defaultMessage: "Włącz go na liście scoringów, aby policzyć oceny.",
    description: "Under the heading",
  },
  mayLeave: {
    id: "loading.page.mayLeave",
    defaultMessage: "Możesz wyjść, damy znać. Potem przeliczamy co noc; wyniki są dostępne następnego dnia.",
    description: "While it is calculated",
  },
  nightly: {
    id: "loading.page.nightly",
    defaultMessage: "Od teraz przeliczamy co noc; nowe wyniki są dostępne następnego dnia.",
    description: "After the calculation",
  },
  tooLittle: {
    id: "loading.page.tooLittle",
    defaultMessage: "Za mało danych. Policzymy od {date}.",
    description: "Why there is no result yet and from which day there will be",
  },
  noData: {
    id: "loading.page.noData",
    defaultMessage: "Nie ma jeszcze żadnych wysyłek. Policzymy, gdy zbiorą się dwa tygodnie danych.",
    description: "Why there is no result",
  },
  history: {
    id: "loading.page.history",
    defaultMessage: "Wcześniejsze poniedziałki: {done, number} z\u00a0{total, number}",
    description: "Progress of earlier Mondays",
  },
  toList: { id: "loading.page.toList", defaultMessage: "Przejdź do listy scoringów", description: "Button" },
  toReport: { id: "loading.page.toReport", defaultMessage: "Zobacz raport", description: "Button" },
  retry: { id: "loading.page.retry", defaultMessage: "Ponów", description: "Button: calculate again" },
  titleBusy: {
    id: "loading.page.titleBusy",
    defaultMessage: "{percent} – {name}",
    description: "Title of the tab while it is calculated",
  },
});
