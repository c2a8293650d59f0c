import { defineMessages } from "../../../i18n/define-messages";

export const frameMessages = defineMessages({
  title: {
    id: "scoringReport.page.title",
    defaultMessage: "Raport scoringu",
    description: "Heading while there is no name",
  },
  period: {
    id: "scoringReport.page.period",
    defaultMessage:
      "Okres analizy: {from} – {to} ({days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}})",
    description: "Days that the report covers",
  },
  calculated: {
    id: "scoringReport.page.calculated",
    defaultMessage: "przeliczono {at}",
    description: "When the result was made; at is a time, or date and time",
  },
  date: {
    id: "scoringReport.control.date",
    defaultMessage: "Data przeliczenia",
    description: "Label of the date selector",
  },
  older: {
    id: "scoringReport.control.older",
    defaultMessage: "Poprzednia data (←)",
    description: "Button; ← is a key",
  },
  newer: { id: "scoringReport.control.newer", defaultMessage: "Następna data (→)", description: "Button; → is a key" },
  datesAway: {
    id: "scoringReport.control.datesAway",
    defaultMessage: "Nie udało się wczytać innych dat.",
    description: "The list of days could not be loaded; before the button to try again",
  },
  visitors: {
    id: "scoringReport.control.visitors",
    defaultMessage: "Odwiedzający",
    description: "Filter by sort of visitor, and a column",
  },
  everybody: { id: "scoringReport.control.everybody", defaultMessage: "Wszyscy", description: "Choice: all visitors" },
  download: { id: "scoringReport.menu.download", defaultMessage: "Pobierz CSV", description: "Button" },
  menu: {
    id: "scoringReport.menu.name",
    defaultMessage: "Więcej działań",
    description: "Name of the menu of the report",
  },
  print: { id: "scoringReport.menu.print", defaultMessage: "Drukuj", description: "Menu: the report for paper" },
  copyLink: { id: "scoringReport.menu.copyLink", defaultMessage: "Kopiuj link", description: "Menu" },
  edit: { id: "scoringReport.menu.edit", defaultMessage: "Edytuj", description: "Menu: open the editor" },
  emptyTitle: {
    id: "scoringReport.empty.title",
    defaultMessage: "Nie ma jeszcze wyników",
    description: "No result so far",
  },
  emptyText: {
    id: "scoringReport.empty.text",
    defaultMessage:
      "Aktywne scoringi przeliczają się co noc, a\u00a0wyniki są dostępne następnego dnia. Potrzeba co najmniej 2\u00a0tygodni danych o\u00a0wysyłkach.",
    description: "Why there is no result",
  },
  whenResults: {
    id: "scoringReport.empty.when",
    defaultMessage: "Sprawdź, kiedy będą wyniki",
    description: "Button: the page of the first calculation",
  },
  noDate: {
    id: "scoringReport.empty.noDate",
    defaultMessage: "Z\u00a0dnia {date} nie ma wyniku",
    description: "The address names a day without a result",
  },
  newest: { id: "scoringReport.empty.newest", defaultMessage: "Pokaż najnowszy wynik", description: "Button" },
  noDatabase: {
    id: "scoringReport.empty.noDatabase",
    defaultMessage: "W\u00a0tym wyniku nie ma takiej bazy: {uids}",
    description: "The address names databases that the result does not hold",
  },
  showAll: { id: "scoringReport.empty.showAll", defaultMessage: "Pokaż wszystkie bazy", description: "Button" },
});

/** The notices at the top of a report, and their actions. */
export const noticeMessages = defineMessages({
  draft: {
    id: "scoringReport.notice.draft",
    defaultMessage: "To szkic: jeszcze nie jest przeliczany.",
    description: "Notice",
  },
  finishDraft: {
    id: "scoringReport.notice.finishDraft",
    defaultMessage: "Dokończ szkic",
    description: "Link to the editor",
  },
  inactive: {
    id: "scoringReport.notice.inactive",
    defaultMessage: "Scoring jest nieaktywny: nie przelicza się co noc i\u00a0nie można go przeliczyć teraz.",
    description: "Notice",
  },
  changed: {
    id: "scoringReport.notice.changed",
    defaultMessage: "Ustawienia zmieniono później.",
    description: "Notice",
  },
  settings: {
    id: "scoringReport.notice.settings",
    defaultMessage: "Zobacz ustawienia tego wyniku",
    description: "Link to what the result was made with",
  },
  thin: {
    id: "scoringReport.notice.thin",
    defaultMessage: "{part}: mała próba, {count, number}.",
    description: "A reference rests on few contacts; part is such as Clicks",
  },
  longer: { id: "scoringReport.notice.longer", defaultMessage: "Wydłuż okres", description: "Link to the editor" },
  stopped: {
    id: "scoringReport.notice.stopped",
    defaultMessage: "Od {date} nie ma wysyłek.",
    description: "Nothing has been sent since",
  },
  stoppedWeb: {
    id: "scoringReport.notice.stoppedWeb",
    defaultMessage: "Od {date} nie ma zdarzeń na stronie.",
    description: "No event of a website has come since",
  },
  sendings: {
    id: "scoringReport.notice.sendings",
    defaultMessage: "Sprawdź wysyłki",
    description: "Link to what was sent",
  },
  websites: {
    id: "scoringReport.notice.websites",
    defaultMessage: "Sprawdź strony WWW",
    description: "Link to the settings",
  },
  skipped: {
    id: "scoringReport.notice.skipped",
    defaultMessage: "{channel}: bez przeliczenia od {since}, możliwe od {from}.",
    description: "A channel is not calculated any more; from is the first day it can be",
  },
  skippedOpen: {
    id: "scoringReport.notice.skippedOpen",
    defaultMessage: "{channel}: bez przeliczenia od {since}, brakuje danych.",
    description: "A channel is not calculated any more, nobody knows until when",
  },
  jumped: {
    id: "scoringReport.notice.jumped",
    defaultMessage: "„{reason}”: o\u00a0{count, number} więcej niż tydzień wcześniej ({since}).",
    description: "So many contacts more are excluded for a reason than on that day",
  },
  exclusions: {
    id: "scoringReport.notice.exclusions",
    defaultMessage: "Zobacz wykluczenia",
    description: "Link to a tab",
  },
  others: {
    id: "scoringReport.notice.others",
    defaultMessage: "Pokaż pozostałe ({count, number})",
    description: "Button: the other notices",
  },
});
