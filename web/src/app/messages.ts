import { defineMessages } from "../i18n/define-messages";

export const appMessages = defineMessages({
  skip: { id: "app.shell.skip", defaultMessage: "Przejdź do treści", description: "Link past the menu" },
  menu: { id: "app.shell.menu", defaultMessage: "Menu główne", description: "Name of the side menu" },
  home: {
    id: "app.shell.home",
    defaultMessage: "Puls – strona główna",
    description: "Name of the logo that leads to the start page",
  },
  mainMenu: {
    id: "app.shell.mainMenu",
    defaultMessage: "Powrót do menu głównego",
    description: "Side menu: to the start page",
  },
  rightMenu: {
    id: "app.shell.rightMenu",
    defaultMessage: "Pomoc i\u00a0skróty",
    description: "Name of the group of links in the top bar",
  },
  fold: {
    id: "app.shell.fold",
    defaultMessage: "Zwiń menu",
    description: "Button: icons only",
  },
  unfold: {
    id: "app.shell.unfold",
    defaultMessage: "Rozwiń menu",
    description: "Button: icons and words",
  },
  guide: {
    id: "app.shell.guide",
    defaultMessage: "Przewodnik po systemie",
    description: "Switch",
  },
  guideOn: {
    id: "app.shell.guideOn",
    defaultMessage: "Włącz przewodnik",
    description: "Tooltip",
  },
  guideOff: {
    id: "app.shell.guideOff",
    defaultMessage: "Wyłącz przewodnik",
    description: "Tooltip",
  },
  knowledgeBase: {
    id: "app.shell.knowledgeBase",
    defaultMessage: "Baza wiedzy",
    description: "Link",
  },
  bugReport: {
    id: "app.shell.bugReport",
    defaultMessage: "Zgłoś błąd",
    description: "Link",
  },
  mock: {
    id: "app.notice.mock",
    defaultMessage: "Tryb demonstracyjny: dane są zmyślone, niczego nie zapisujemy.",
    description: "The application runs without a server",
  },
  endDemo: { id: "app.notice.endDemo", defaultMessage: "Wróć do konta", description: "Button: end the demo mode" },
  scoringOff: {
    id: "app.scoringOff.title",
    defaultMessage: "Scoring nie jest teraz dostępny",
    description: "In place of the scoring pages while their flag is off",
  },
  scoringOffText: {
    id: "app.scoringOff.text",
    defaultMessage:
      "Scoring nie jest włączony dla tego konta albo nie udało się tego sprawdzić. Strona sprawdzi to ponownie za chwilę.",
    description: "Under the heading",
  },
  calculateNew: { id: "app.menu.calculateNew", defaultMessage: "Oblicz nowy", description: "Side menu" },
  sendings: { id: "app.menu.sendings", defaultMessage: "Wysyłki", description: "Side menu" },
  groups: { id: "app.menu.groups", defaultMessage: "Grupy i\u00a0cechy", description: "Side menu" },
  eventLog: { id: "app.menu.eventLog", defaultMessage: "Rejestr zdarzeń", description: "Side menu" },
  imports: { id: "app.menu.imports", defaultMessage: "Importy", description: "Side menu" },
  connections: { id: "app.menu.connections", defaultMessage: "Połączenia", description: "Side menu" },
  newVersion: {
    id: "app.notice.newVersion",
    defaultMessage: "Dostępna jest nowa wersja. Zapisz zmiany i\u00a0odśwież stronę.",
    description: "The server runs a newer version than this page",
  },
  offline: {
    id: "app.notice.offline",
    defaultMessage: "Brak połączenia z\u00a0internetem. Dane mogą być nieaktualne.",
    description: "The browser is offline",
  },
});
