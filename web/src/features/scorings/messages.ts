import { defineMessages } from "../../i18n/define-messages";

export const scoringsMessages = defineMessages({
  listTitle: { id: "scorings.list.title", defaultMessage: "Lista scoringów", description: "Heading of the list" },
  listLead: {
    id: "scorings.list.lead",
    defaultMessage: "Aktywne scoringi przeliczają się co noc; wyniki są dostępne następnego dnia.",
    description: "Under the heading of the list",
  },
  reportsTitle: { id: "scorings.reports.title", defaultMessage: "Raporty", description: "Heading of the reports" },
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
  name: { id: "scorings.column.name", defaultMessage: "Nazwa", description: "Column" },
  status: { id: "scorings.column.status", defaultMessage: "Status", description: "Column" },
  channels: { id: "scorings.column.channels", defaultMessage: "Kanał", description: "Column" },
  generated: { id: "scorings.column.generated", defaultMessage: "Ostatnie przeliczenie", description: "Column: date" },
  scored: {
    id: "scorings.column.scored",
    defaultMessage: "Ocenione kontakty",
    description: "Column: number of contacts",
  },
  visitors: {
    id: "scorings.column.visitors",
    defaultMessage: "Ocenieni odwiedzający",
    description: "Column: number of visitors",
  },
  average: {
    id: "scorings.column.average",
    defaultMessage: "Średnia ocena",
    description: "Column: average score 0–100",
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
  notYet: { id: "scorings.list.notYet", defaultMessage: "jeszcze nie", description: "Never calculated so far" },
  summariesAway: {
    id: "scorings.list.summariesAway",
    defaultMessage: "Nie udało się wczytać wyników. Lista jest kompletna, ale bez ocen.",
    description: "The averages could not be loaded, the list could",
  },
  emptyTitle: {
    id: "scorings.empty.title",
    defaultMessage: "Nie masz jeszcze żadnego scoringu",
    description: "Heading of the empty list",
  },
  emptyText: {
    id: "scorings.empty.text",
    defaultMessage:
      "Scoring ocenia kontakty od 0 do 100 na podstawie co najmniej 2 tygodni wysyłek. Do startu potrzebne są:",
    description: "Before the steps of the empty list",
  },
  stepContacts: {
    id: "scorings.empty.stepContacts",
    defaultMessage: "Kontakty – plik CSV z\u00a0adresami, zgodami i\u00a0grupami:",
    description: "First step",
  },
  stepEngagement: {
    id: "scorings.empty.stepEngagement",
    defaultMessage: "Zaangażowanie – wysyłki, otwarcia i\u00a0kliknięcia jako CSV lub NDJSON:",
    description: "Second step",
  },
  stepScoring: {
    id: "scorings.empty.stepScoring",
    defaultMessage: "Scoring – wybór kanałów, wag i\u00a0grup:",
    description: "Third step",
  },
  noReportsTitle: {
    id: "scorings.empty.noReportsTitle",
    defaultMessage: "Nie ma jeszcze raportów",
    description: "Heading of the empty reports",
  },
  noReportsText: {
    id: "scorings.empty.noReportsText",
    defaultMessage: "Raport powstaje po pierwszym nocnym przeliczeniu aktywnego scoringu.",
    description: "Under the heading of the empty reports",
  },
  channelTitle: {
    id: "scorings.channel.title",
    defaultMessage: "Nowy scoring kanałowy",
    description: "Heading of the page where a new scoring of e-mail and SMS starts",
  },
  channelSoon: {
    id: "scorings.channel.soon",
    defaultMessage: "Wkrótce będzie można utworzyć scoring na tej stronie",
    description: "The page cannot do it yet",
  },
  channelNow: {
    id: "scorings.channel.now",
    defaultMessage: "Na razie scoring powstaje przez API, kluczem z\u00a0ustawień konta. Potrzebne są:",
    description: "How to get a scoring meanwhile, before the steps",
  },
  toList: { id: "scorings.empty.toList", defaultMessage: "Przejdź do listy scoringów", description: "Button" },
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
  noMatch: {
    id: "scorings.filter.noMatch",
    defaultMessage: "Nic nie pasuje",
    description: "No scoring answers to the filters",
  },
  clear: { id: "scorings.filter.clear", defaultMessage: "Wyczyść filtry", description: "Button" },
});
