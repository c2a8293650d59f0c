import { defineMessages, type Message } from "../../../i18n/define-messages";

export const tabMessages = defineMessages({
  tabs: { id: "scoringReport.tab.name", defaultMessage: "Części raportu", description: "Name of the tabs" },
  details: { id: "scoringReport.tab.details", defaultMessage: "Szczegóły raportu", description: "Tab" },
  average: {
    id: "scoringReport.tab.average",
    defaultMessage: "Średni scoring miesięczny i\u00a0tygodniowy",
    description: "Tab",
  },
  fluctuation: { id: "scoringReport.tab.fluctuation", defaultMessage: "Fluktuacja", description: "Tab" },
  lift: { id: "scoringReport.tab.lift", defaultMessage: "Trafność", description: "Tab: whether the score is any good" },
});

export const routeMessages = defineMessages({
  loadFailed: {
    id: "scoringReport.page.loadFailed",
    defaultMessage: "Wystąpił błąd podczas ładowania raportu",
    description: "Heading when the report could not be loaded",
  },
  gone: {
    id: "scoringReport.page.gone",
    defaultMessage: "Tego scoringu już nie ma",
    description: "Heading: the scoring of this address does not exist (any more)",
  },
  goneText: {
    id: "scoringReport.page.goneText",
    defaultMessage: "Scoring został usunięty albo adres jest nieprawidłowy",
    description: "Under the heading of a scoring that is gone",
  },
});

export const reportMessages = defineMessages({
  aboutPeriod: {
    id: "scoringReport.page.aboutPeriod",
    defaultMessage: "okres {from}\u00a0– {to}",
    description: "Days that the report covers; among other words, in pictures and on paper",
  },
  someDatabases: {
    id: "scoringReport.control.someDatabases",
    defaultMessage: "{count, select, 1 {Baza} other {Bazy}} {uids}",
    description: "The databases that figures are limited to; among other words",
  },
  averageHint: {
    id: "scoringReport.figure.averageHint",
    defaultMessage:
      "Poziom {band, select, veryLow {bardzo niski} low {niski} medium {średni} high {wysoki} other {bardzo wysoki}}",
    description: "Under the average; the band in lower case is an adjective of engagement",
  },
  scored: { id: "scoringReport.figure.scored", defaultMessage: "Ocenione kontakty", description: "Key figure" },
  up: {
    id: "scoringReport.change.up",
    defaultMessage: "wzrost o",
    description: "Read aloud before a number; ▲ to the eye",
  },
  down: {
    id: "scoringReport.change.down",
    defaultMessage: "spadek o",
    description: "Read aloud before a number; ▼ to the eye",
  },
  since: {
    id: "scoringReport.change.since",
    defaultMessage: "{amount} od\u00a0{date}",
    description: "By how much a figure has changed since the calculation of a day, such as 16/11",
  },
  same: {
    id: "scoringReport.change.same",
    defaultMessage: "bez zmian od\u00a0{date}",
    description: "A figure is as it was at the calculation of a day, such as 16/11",
  },
  scoredHint: {
    id: "scoringReport.figure.scoredHint",
    defaultMessage: "{percent} kontaktów objętych scoringiem",
    description: "Under the number of contacts scored",
  },
  visitors: {
    id: "scoringReport.figure.visitors",
    defaultMessage: "Ocenieni odwiedzający",
    description: "Key figure, web",
  },
  visitorsHint: {
    id: "scoringReport.figure.visitorsHint",
    defaultMessage: "ze zdarzeniem w\u00a0okresie analizy",
    description: "Under the number of visitors",
  },
  known: {
    id: "scoringReport.figure.known",
    defaultMessage: "Znani",
    description: "Key figure, web: visitors that are contacts",
  },
  unknown: {
    id: "scoringReport.figure.unknown",
    defaultMessage: "Nieznani",
    description: "Key figure, web: other visitors",
  },
  excluded: { id: "scoringReport.figure.excluded", defaultMessage: "Wykluczone kontakty", description: "Key figure" },
  fresh: {
    id: "scoringReport.figure.fresh",
    defaultMessage: "Nowe z\u00a0ostatnich 14\u00a0dni",
    description: "Key figure and column",
  },
  freshHint: {
    id: "scoringReport.figure.freshHint",
    defaultMessage: "wśród ocenionych kontaktów",
    description: "Under the number of new contacts",
  },
  bands: { id: "scoringReport.bands.title", defaultMessage: "Rozkład ocen", description: "Heading of chart and table" },
  bandsText: {
    id: "scoringReport.bands.text",
    defaultMessage: "Ile kontaktów ma ocenę w\u00a0każdym z\u00a0pięciu przedziałów zaangażowania.",
    description: "Under the heading of chart and table",
  },
  bandsTextWeb: {
    id: "scoringReport.bands.textWeb",
    defaultMessage: "Ilu odwiedzających ma ocenę w\u00a0każdym z\u00a0pięciu przedziałów zaangażowania.",
    description: "Under the heading of chart and table, web",
  },
  rangeValue: { id: "scoringReport.bands.rangeValue", defaultMessage: "{min}–{max}", description: "Limits of a band" },
  share: { id: "scoringReport.bands.share", defaultMessage: "Udział", description: "Column: percent" },
  axisScore: {
    id: "scoringReport.bands.axisScore",
    defaultMessage: "Ocena zaangażowania (0–100)",
    description: "Title of the horizontal axis",
  },
  axisCount: {
    id: "scoringReport.bands.axisCount",
    defaultMessage: "Liczba kontaktów",
    description: "Title of the vertical axis",
  },
  axisVisitors: {
    id: "scoringReport.bands.axisVisitors",
    defaultMessage: "Liczba odwiedzających",
    description: "Title of the vertical axis, web",
  },
  newCount: {
    id: "scoringReport.bands.newCount",
    defaultMessage: "Nowe (14\u00a0dni)",
    description: "Column: scored contacts that were created in the 14 days before",
  },
  allColumns: {
    id: "scoringReport.bands.allColumns",
    defaultMessage: "Pokaż zakres ocen i\u00a0zmiany",
    description: "Button on a phone: shows the other columns of the table",
  },
  changeSince: {
    id: "scoringReport.bands.changeSince",
    defaultMessage: "Od\u00a0{date}",
    description: "Column: change since the calculation of that day, such as 20/11",
  },
  showContacts: {
    id: "scoringReport.bands.showContacts",
    defaultMessage: "Pokaż kontakty",
    description: "Of the link on the number of a band’s contacts",
  },
  references: {
    id: "scoringReport.references.title",
    defaultMessage: "Co daje pełne punkty",
    description: "Heading: what earns full marks",
  },
  referencesText: {
    id: "scoringReport.references.text",
    defaultMessage:
      "Punkt odniesienia to wynik {percentile}. percentyla wśród kontaktów z\u00a0co najmniej jednym zdarzeniem. Kto go osiąga, dostaje pełne punkty za dany składnik; kto ma połowę, dostaje połowę.",
    description: "Explains the references; percentile is 80, 85, 90 or 95",
  },
  referencesTextWeb: {
    id: "scoringReport.references.textWeb",
    defaultMessage:
      "Punkt odniesienia to wynik {percentile}. percentyla wśród odwiedzających z\u00a0co najmniej jednym zdarzeniem. Kto go osiąga, dostaje pełne punkty za dany składnik; kto ma połowę, dostaje połowę.",
    description: "The same of a lead scoring, which scores visitors",
  },
  weight: {
    id: "scoringReport.references.weight",
    defaultMessage: "Waga",
    description: "Column: percent of the score",
  },
  mark: {
    id: "scoringReport.references.mark",
    defaultMessage: "Pełne punkty od",
    description: "Column: what earns full marks",
  },
  sample: {
    id: "scoringReport.references.sample",
    defaultMessage: "Policzono na",
    description: "Column: of how many it is",
  },
  thin: {
    id: "scoringReport.references.thin",
    defaultMessage: "mała próba: decyduje przypadek",
    description: "Remark on a reference that rests on few contacts",
  },
  saturated: {
    id: "scoringReport.references.saturated",
    defaultMessage: "osiągają prawie wszyscy",
    description: "Remark on a reference that nearly everybody reaches",
  },
  noMark: {
    id: "scoringReport.references.noMark",
    defaultMessage: "Nie było takiego zdarzenia, więc ten składnik daje 0 punktów",
    description: "There is no reference",
  },
});

/** The references in words. */
export const markMessages: Readonly<Record<"or" | "ctr" | "delivery" | "event", Message>> = defineMessages({
  or: {
    id: "scoringReport.mark.or",
    defaultMessage:
      "{percent} – {part, number} na\u00a0{whole, plural, one {# doręczoną wiadomość} few {# doręczone wiadomości} many {# doręczonych wiadomości} other {# doręczonej wiadomości}}",
    description: "Opened part of whole delivered messages",
  },
  ctr: {
    id: "scoringReport.mark.ctr",
    defaultMessage:
      "{percent} – {part, number} na\u00a0{whole, plural, one {# doręczoną wiadomość} few {# doręczone wiadomości} many {# doręczonych wiadomości} other {# doręczonej wiadomości}}",
    description: "Clicked in part of whole delivered messages",
  },
  delivery: {
    id: "scoringReport.mark.delivery",
    defaultMessage:
      "{percent} – {part, number} na\u00a0{whole, plural, one {# wysłaną wiadomość} few {# wysłane wiadomości} many {# wysłanych wiadomości} other {# wysłanej wiadomości}}",
    description: "Part of whole sent messages delivered",
  },
  event: {
    id: "scoringReport.mark.event",
    defaultMessage:
      "{part, plural, one {# zdarzenia} few {# zdarzeń} many {# zdarzeń} other {# zdarzenia}} w\u00a0okresie",
    description: "So many events in the period",
  },
});

/** The texts of the dialog and of its button, which loads before it. */
export const openMessages = defineMessages({
  open: {
    id: "scoringReport.group.open",
    defaultMessage: "Utwórz grupę",
    description: "Button and title of the dialog",
  },
  ofTicked: {
    id: "scoringReport.group.ofTicked",
    defaultMessage: "Utwórz grupę z\u00a0zaznaczonych",
    description: "Button below a table: of the contacts in the ticked rows",
  },
  ticked: {
    id: "scoringReport.group.ticked",
    defaultMessage: "Zaznaczono: {count, number}",
    description: "Below a table, before the button: how many contacts are ticked",
  },
});
