import { defineMessages } from "../../../i18n/define-messages";

export const frameMessages = defineMessages({
  title: { id: "report.page.title", defaultMessage: "Raport scoringu", description: "Heading while there is no name" },
  reports: { id: "report.page.reports", defaultMessage: "Raporty", description: "Link to the list of reports" },
  period: {
    id: "report.page.period",
    defaultMessage:
      "Okres analizy: {from} – {to} ({days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}})",
    description: "Days that the report covers",
  },
  calculated: {
    id: "report.page.calculated",
    defaultMessage: "przeliczono {at}",
    description: "When the result was made; at is a time, or date and time",
  },
  channel: { id: "report.control.channel", defaultMessage: "Kanał", description: "Label of the channel selector" },
  date: { id: "report.control.date", defaultMessage: "Data przeliczenia", description: "Label of the date selector" },
  older: { id: "report.control.older", defaultMessage: "Poprzednia data (←)", description: "Button; ← is a key" },
  newer: { id: "report.control.newer", defaultMessage: "Następna data (→)", description: "Button; → is a key" },
  datesAway: {
    id: "report.control.datesAway",
    defaultMessage: "Nie udało się wczytać innych dat.",
    description: "The list of days could not be loaded; before the button to try again",
  },
  databases: { id: "report.control.databases", defaultMessage: "Bazy", description: "Name of the list of databases" },
  allDatabases: {
    id: "report.control.allDatabases",
    defaultMessage: "Wszystkie bazy",
    description: "Choice: every database of the result",
  },
  visitors: {
    id: "report.control.visitors",
    defaultMessage: "Odwiedzający",
    description: "Label of the filter by sort of visitor",
  },
  everybody: { id: "report.control.everybody", defaultMessage: "Wszyscy", description: "Choice: all visitors" },
  download: { id: "report.menu.download", defaultMessage: "Pobierz CSV", description: "Button" },
  menu: { id: "report.menu.name", defaultMessage: "Więcej działań", description: "Name of the menu of the report" },
  recalculate: { id: "report.menu.recalculate", defaultMessage: "Przelicz ponownie", description: "Menu" },
  print: { id: "report.menu.print", defaultMessage: "Drukuj", description: "Menu: the report for paper" },
  copyLink: { id: "report.menu.copyLink", defaultMessage: "Kopiuj link", description: "Menu" },
  edit: { id: "report.menu.edit", defaultMessage: "Edytuj", description: "Menu: open the editor" },
  emptyTitle: { id: "report.empty.title", defaultMessage: "Nie ma jeszcze wyników", description: "No result so far" },
  emptyText: {
    id: "report.empty.text",
    defaultMessage:
      "Aktywne scoringi przeliczają się co noc, a\u00a0wyniki są dostępne następnego dnia. Potrzeba co najmniej 2 tygodni danych o\u00a0wysyłkach.",
    description: "Why there is no result",
  },
  whenResults: {
    id: "report.empty.when",
    defaultMessage: "Sprawdź, kiedy będą wyniki",
    description: "Button: the page of the first calculation",
  },
  noDate: {
    id: "report.empty.noDate",
    defaultMessage: "Z\u00a0dnia {date} nie ma wyniku",
    description: "The address names a day without a result",
  },
  newest: { id: "report.empty.newest", defaultMessage: "Pokaż najnowszy wynik", description: "Button" },
  noDatabase: {
    id: "report.empty.noDatabase",
    defaultMessage: "W\u00a0tym wyniku nie ma takiej bazy: {uids}",
    description: "The address names databases that the result does not hold",
  },
  showAll: { id: "report.empty.showAll", defaultMessage: "Pokaż wszystkie bazy", description: "Button" },
});

/** What is worth reading on top of a report, and what to do about it. */
export const noticeMessages = defineMessages({
  draft: {
    id: "report.notice.draft",
    defaultMessage: "To szkic: jeszcze nie jest przeliczany.",
    description: "Notice",
  },
  finishDraft: { id: "report.notice.finishDraft", defaultMessage: "Dokończ szkic", description: "Link to the editor" },
  inactive: {
    id: "report.notice.inactive",
    defaultMessage: "Scoring jest nieaktywny: nie przelicza się co noc i\u00a0nie można go przeliczyć teraz.",
    description: "Notice",
  },
  changed: { id: "report.notice.changed", defaultMessage: "Ustawienia zmieniono później.", description: "Notice" },
  settings: {
    id: "report.notice.settings",
    defaultMessage: "Zobacz ustawienia tego wyniku",
    description: "Link to what the result was made with",
  },
  thin: {
    id: "report.notice.thin",
    defaultMessage: "{part}: mała próba, {count, number}.",
    description: "A reference rests on few contacts; part is such as Clicks",
  },
  longer: { id: "report.notice.longer", defaultMessage: "Wydłuż okres", description: "Link to the editor" },
  stopped: {
    id: "report.notice.stopped",
    defaultMessage: "Od {date} nie ma wysyłek.",
    description: "Nothing has been sent since",
  },
  stoppedWeb: {
    id: "report.notice.stoppedWeb",
    defaultMessage: "Od {date} nie ma zdarzeń na stronie.",
    description: "No event of a website has come since",
  },
  sendings: { id: "report.notice.sendings", defaultMessage: "Sprawdź wysyłki", description: "Link to what was sent" },
  websites: { id: "report.notice.websites", defaultMessage: "Sprawdź strony WWW", description: "Link to the settings" },
  skipped: {
    id: "report.notice.skipped",
    defaultMessage: "{channel} nieprzeliczany od {since}, możliwy od {from}.",
    description: "A channel is not calculated any more; from is the first day it can be",
  },
  skippedOpen: {
    id: "report.notice.skippedOpen",
    defaultMessage: "{channel} nieprzeliczany od {since}: brakuje danych.",
    description: "A channel is not calculated any more, nobody knows until when",
  },
  jumped: {
    id: "report.notice.jumped",
    defaultMessage: "„{reason}”: o\u00a0{count, number} więcej niż tydzień wcześniej ({since}).",
    description: "So many contacts more are excluded for a reason than on that day",
  },
  exclusions: { id: "report.notice.exclusions", defaultMessage: "Zobacz wykluczenia", description: "Link to a tab" },
  others: {
    id: "report.notice.others",
    defaultMessage: "Pokaż pozostałe ({count, number})",
    description: "Button: the other notices",
  },
});
