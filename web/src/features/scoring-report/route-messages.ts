import { defineMessages } from "../../i18n/define-messages";

export const tabMessages = defineMessages({
  tabs: { id: "report.tab.name", defaultMessage: "Części raportu", description: "Name of the tabs" },
  details: { id: "report.tab.details", defaultMessage: "Szczegóły raportu", description: "Tab" },
  average: {
    id: "report.tab.average",
    defaultMessage: "Średni scoring miesięczny i\u00a0tygodniowy",
    description: "Tab",
  },
  exclusions: { id: "report.tab.exclusions", defaultMessage: "Wykluczenia", description: "Tab" },
  fluctuation: { id: "report.tab.fluctuation", defaultMessage: "Fluktuacja", description: "Tab" },
  lift: { id: "report.tab.lift", defaultMessage: "Trafność", description: "Tab: whether the score is any good" },
});

/** What the routes say without the report's own code. */
export const routeMessages = defineMessages({
  loadFailed: {
    id: "report.page.loadFailed",
    defaultMessage: "Wystąpił błąd podczas ładowania raportu",
    description: "Heading when the report could not be loaded",
  },
  gone: {
    id: "report.page.gone",
    defaultMessage: "Tego scoringu już nie ma",
    description: "Heading: the scoring of this address does not exist (any more)",
  },
  goneText: {
    id: "report.page.goneText",
    defaultMessage: "Scoring został usunięty albo adres jest nieprawidłowy",
    description: "Under the heading of a scoring that is gone",
  },
  toList: { id: "report.page.toList", defaultMessage: "Przejdź do listy scoringów", description: "Button" },
});
