import { defineMessages } from "../i18n/define-messages";

export const appMessages = defineMessages({
  skip: { id: "app.shell.skip", defaultMessage: "Przejdź do treści", description: "Link past the menu" },
  menu: { id: "app.shell.menu", defaultMessage: "Menu główne", description: "Name of the side menu" },
  scoring: { id: "app.menu.scoring", defaultMessage: "Scoring", description: "Group of the side menu" },
  scoringList: { id: "app.menu.scoringList", defaultMessage: "Lista scoringów", description: "Side menu" },
  reports: { id: "app.menu.reports", defaultMessage: "Raporty", description: "Side menu" },
  newVersion: {
    id: "app.notice.newVersion",
    defaultMessage: "Dostępna jest nowa wersja. Zapisz zmiany i\u00a0odśwież stronę.",
    description: "The server runs a newer version than this page",
  },
  refresh: { id: "app.notice.refresh", defaultMessage: "Odśwież", description: "Button: load the page again" },
  offline: {
    id: "app.notice.offline",
    defaultMessage: "Brak połączenia z\u00a0internetem. Dane mogą być nieaktualne.",
    description: "The browser is offline",
  },
});
