import { defineMessages } from "../../i18n/define-messages";

export const scoringsMessages = defineMessages({
  listLead: {
    id: "scorings.list.lead",
    defaultMessage: "Aktywne scoringi przeliczają się co noc; wyniki są dostępne następnego dnia.",
    description: "Under the heading of the list",
  },
  reportsLead: {
    id: "scorings.reports.lead",
    defaultMessage: "Scoringi, które mają już wyniki.",
    description: "Under the heading of the reports",
  },
  tabChannel: {
    id: "scorings.reports.tabChannel",
    defaultMessage: "Scoring kanałowy [E-mail, GSM]",
    description: "Tab: reports of e-mail and SMS",
  },
  tabLead: {
    id: "scorings.reports.tabLead",
    defaultMessage: "Scoring leadów [lead]",
    description: "Tab: reports of web",
  },
  tabs: { id: "scorings.reports.tabs", defaultMessage: "Rodzaj raportów", description: "Name of the row of tabs" },
  status: { id: "scorings.column.status", defaultMessage: "Status", description: "Column" },
  calculation: {
    id: "scorings.column.calculation",
    defaultMessage: "Przeliczenie",
    description: "Column: the last one",
  },
  scored: {
    id: "scorings.column.scored",
    defaultMessage: "Ocenieni",
    description: "Column: number of contacts or visitors",
  },
  average: {
    id: "scorings.column.average",
    defaultMessage: "Średnia i\u00a0zmiana",
    description: "Column: newest average score, a line of the last weeks and by how much it rose or fell",
  },
  averageSince: {
    id: "scorings.column.averageSince",
    defaultMessage: "Średnia i\u00a0zmiana od\u00a0{date}",
    description: "The same on a phone: the day compared with, such as 16/11",
  },
  tonight: {
    id: "scorings.column.tonight",
    defaultMessage: "W\u00a0nocy",
    description: "Column: time of the next one",
  },
  course: {
    id: "scorings.column.course",
    defaultMessage: "Średnie tygodni od {date}",
    description: "Name of the line, read aloud",
  },
  since: {
    id: "scorings.column.since",
    defaultMessage: "od\u00a0{date}",
    description: "After the change: the day compared with, such as 16/11",
  },
  unnamed: {
    id: "scorings.list.unnamed",
    defaultMessage: "Szkic bez nazwy",
    description: "A draft that has no name yet",
  },
  openReport: {
    id: "scorings.list.openReport",
    defaultMessage: "Raport: {name}",
    description: "What the link in the name column opens, read aloud",
  },
  summariesAway: {
    id: "scorings.list.summariesAway",
    defaultMessage: "Nie udało się wczytać wyników lub ich części. Lista jest kompletna.",
    description: "Averages or their course could not be loaded, the list could",
  },
  noReportsTitle: {
    id: "scorings.empty.noReportsTitle",
    defaultMessage: "Nie ma jeszcze raportów",
    description: "Heading of the empty reports",
  },
  noReportsText: {
    id: "scorings.empty.noReportsText",
    defaultMessage: "Raport powstaje po pierwszym przeliczeniu aktywnego scoringu.",
    description: "Under the heading of the empty reports",
  },
});

export const filterMessages = defineMessages({
  filters: { id: "scorings.filter.name", defaultMessage: "Filtry listy", description: "Name of the search and filter" },
  search: { id: "scorings.filter.search", defaultMessage: "Szukaj po nazwie", description: "Search field" },
  all: { id: "scorings.filter.all", defaultMessage: "Wszystkie {count, number}", description: "Filter, with how many" },
  active: {
    id: "scorings.filter.active",
    defaultMessage: "Aktywne {count, number}",
    description: "Filter: active scorings, with how many",
  },
  inactive: {
    id: "scorings.filter.inactive",
    defaultMessage: "Nieaktywne {count, number}",
    description: "Filter: inactive scorings, with how many",
  },
  draft: {
    id: "scorings.filter.draft",
    defaultMessage: "Szkice {count, number}",
    description: "Filter: drafts, with how many",
  },
});

/** The outcome of the last calculation and the time of the next one. */
export const stateMessages = defineMessages({
  created: {
    id: "scorings.state.created",
    defaultMessage: "utworzono {when}",
    description: "Under the step of a draft: tells drafts of one name apart",
  },
  step: {
    id: "scorings.state.step",
    defaultMessage: "krok {number, number} z\u00a0{of, number}",
    description: "Where a draft was left",
  },
  off: { id: "scorings.state.off", defaultMessage: "wyłączony", description: "It is not calculated" },
  queued: { id: "scorings.state.queued", defaultMessage: "w\u00a0kolejce", description: "Waits for its turn" },
  calculating: {
    id: "scorings.state.calculating",
    defaultMessage: "przeliczamy, {percent}",
    description: "It is being calculated",
  },
  history: {
    id: "scorings.state.history",
    defaultMessage: "wcześniejsze tygodnie: {done, number} z\u00a0{total, number}",
    description: "Calculations of earlier Mondays",
  },
  tooLittle: {
    id: "scorings.state.tooLittle",
    defaultMessage: "za mało danych, od {date}",
    description: "Skipped; date is the first day that can be calculated",
  },
  noData: { id: "scorings.state.noData", defaultMessage: "brak danych", description: "Skipped: nothing was ever sent" },
  failed: { id: "scorings.state.failed", defaultMessage: "nie udało się", description: "The calculation failed" },
  cancelled: { id: "scorings.state.cancelled", defaultMessage: "zatrzymane", description: "A person stopped it" },
  never: { id: "scorings.state.never", defaultMessage: "jeszcze nie", description: "Never calculated so far" },
});

export const actionMessages = defineMessages({
  report: { id: "scorings.action.report", defaultMessage: "Raport", description: "Menu: open the report" },
  edit: { id: "scorings.action.edit", defaultMessage: "Edytuj", description: "Menu: open the editor" },
  switchOn: { id: "scorings.action.switchOn", defaultMessage: "Włącz", description: "Menu: calculate every night" },
  switchOff: { id: "scorings.action.switchOff", defaultMessage: "Wyłącz", description: "Menu: no more calculations" },
  duplicate: { id: "scorings.action.duplicate", defaultMessage: "Duplikuj", description: "Menu: make a copy" },
  file: { id: "scorings.action.file", defaultMessage: "Pobierz jako plik", description: "Menu: settings as JSON" },
  remove: { id: "scorings.action.remove", defaultMessage: "Usuń szkic", description: "Menu: delete a draft" },
  copyEnding: {
    id: "scorings.action.copyEnding",
    defaultMessage: " – kopia",
    description: "After the name of a copy; begins with a space",
  },
  switchedOn: {
    id: "scorings.action.switchedOn",
    defaultMessage: "Włączono „{name}”",
    description: "It is calculated every night from now on",
  },
  switchedOff: {
    id: "scorings.action.switchedOff",
    defaultMessage: "Wyłączono „{name}”",
    description: "It is not calculated any more",
  },
  duplicated: {
    id: "scorings.action.duplicated",
    defaultMessage: "Utworzono „{name}”",
    description: "A copy was made",
  },
  removed: { id: "scorings.action.removed", defaultMessage: "Usunięto szkic scoringu", description: "Deleted draft" },
});

export const overviewMessages = defineMessages({
  name: { id: "scorings.overview.name", defaultMessage: "W\u00a0skrócie", description: "Name of the section" },
  last: { id: "scorings.overview.last", defaultMessage: "Ostatnie przeliczenie", description: "Heading" },
  done: {
    id: "scorings.overview.done",
    defaultMessage:
      "Nowy wynik ma {done, number} z\u00a0{of, plural, one {# aktywnego scoringu} few {# aktywnych scoringów} many {# aktywnych scoringów} other {# aktywnego scoringu}}",
    description: "Active scorings with a result of the last day",
  },
  next: {
    id: "scorings.overview.next",
    defaultMessage: "Następne o\u00a0{time}",
    description: "The next calculation",
  },
  changes: {
    id: "scorings.overview.changes",
    defaultMessage: "Największe zmiany od\u00a0{date}",
    description: "Heading; the Monday of the week before",
  },
  ofChannel: { id: "scorings.overview.ofChannel", defaultMessage: "{name}, {channel}", description: "A scoring" },
  attention: { id: "scorings.overview.attention", defaultMessage: "Wymaga uwagi", description: "Heading" },
  nothing: { id: "scorings.overview.nothing", defaultMessage: "Wszystko w\u00a0porządku", description: "No problem" },
  more: {
    id: "scorings.overview.more",
    defaultMessage: "i\u00a0jeszcze {count, number}",
    description: "The number of problems that are not shown",
  },
  failed: {
    id: "scorings.overview.failed",
    defaultMessage: "Nie udało się przeliczyć „{name}”",
    description: "Link to the calculations of the scoring",
  },
  skipped: {
    id: "scorings.overview.skipped",
    defaultMessage: "Za mało danych, żeby przeliczyć „{name}”",
    description: "Link to the calculations of the scoring",
  },
  old: {
    id: "scorings.overview.old",
    defaultMessage: "„{name}” nie ma wyniku od ponad dwóch dni",
    description: "Link to the calculations of the scoring",
  },
  empty: {
    id: "scorings.overview.empty",
    defaultMessage: "„{name}” nikogo nie ocenia",
    description: "Link to the calculations of the scoring",
  },
  drafts: {
    id: "scorings.overview.drafts",
    defaultMessage:
      "{count, plural, one {# szkic czeka na dokończenie} few {# szkice czekają na dokończenie} many {# szkiców czeka na dokończenie} other {# szkicu czeka na dokończenie}}",
    description: "Link to the drafts",
  },
  import: {
    id: "scorings.overview.import",
    defaultMessage:
      "{count, plural, =0 {Import „{file}” nie powiódł się} one {Import „{file}”: # wiersz odrzucony} few {Import „{file}”: # wiersze odrzucone} many {Import „{file}”: # wierszy odrzuconych} other {Import „{file}”: # wiersza odrzuconego}}",
    description: "Link to the import; the number of refused rows",
  },
  webhook: {
    id: "scorings.overview.webhook",
    defaultMessage: "Webhook {host} nie przyjmuje zdarzeń",
    description: "Link to the webhook",
  },
});
