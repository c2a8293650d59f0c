import { defineMessages } from "../../i18n/define-messages";

export const firstRunMessages = defineMessages({
  title: {
    id: "firstRun.page.title",
    defaultMessage: "Pierwsze oceny w\u00a03 krokach",
    description: "Heading above the list of scorings and of the start page, until there is a result",
  },
  text: {
    id: "firstRun.page.text",
    defaultMessage:
      "Ocena od 0 do 100 mówi, jak kontakt reaguje na wiadomości. Potrzeba co najmniej 2\u00a0tygodni wysyłek.",
    description: "Under the heading",
  },
  contactsText: {
    id: "firstRun.step.contactsText",
    defaultMessage: "Adresy, zgody i\u00a0grupy z\u00a0pliku CSV lub XLSX.",
    description: "Under the step",
  },
  sendingsText: {
    id: "firstRun.step.sendingsText",
    defaultMessage: "Wysyłki, otwarcia i\u00a0kliknięcia z\u00a0ostatnich tygodni.",
    description: "Under the step",
  },
  scoring: { id: "firstRun.step.scoring", defaultMessage: "Oblicz scoring", description: "Third step" },
  scoringNow: {
    id: "firstRun.step.scoringNow",
    defaultMessage: "Danych wystarczy już dziś.",
    description: "Under the third step",
  },
  scoringFrom: {
    id: "firstRun.step.scoringFrom",
    defaultMessage: "Od {date}; szkic możesz przygotować już teraz.",
    description: "Under the third step",
  },
  scoringText: {
    id: "firstRun.step.scoringText",
    defaultMessage: "Gdy będą kontakty ze zgodą i\u00a02 tygodnie wysyłek.",
    description: "Under the third step",
  },
  goOn: {
    id: "firstRun.step.goOn",
    defaultMessage: "Dokończ „{name}”",
    description: "Button: to a scoring that was begun",
  },
  have: {
    id: "firstRun.step.have",
    defaultMessage: "{count, plural, one {✓ # kontakt} few {✓ # kontakty} many {✓ # kontaktów} other {✓ # kontaktu}}",
    description: "The first step is done",
  },
  days: {
    id: "firstRun.step.days",
    defaultMessage: "{days, number} z\u00a0{of, number} dni",
    description: "How far the second step is",
  },
  enough: { id: "firstRun.step.enough", defaultMessage: "✓ {of, number} dni", description: "The second step is done" },
  uploadContacts: {
    id: "firstRun.step.uploadContacts",
    defaultMessage: "Wgraj plik z\u00a0kontaktami",
    description: "Name of the button, read aloud",
  },
  uploadSendings: {
    id: "firstRun.step.uploadSendings",
    defaultMessage: "Wgraj plik z\u00a0wysyłkami",
    description: "Name of the button, read aloud",
  },
  demo: {
    id: "firstRun.link.demo",
    defaultMessage: "Wypróbuj na danych demonstracyjnych",
    description: "Button: the whole product on made-up data, in this tab",
  },
});
