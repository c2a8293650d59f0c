import { defineMessages, type Message } from "../../../i18n/define-messages";
import { webActivityMessages } from "../../../i18n/score-messages";

export const findMessages = defineMessages({
  lead: {
    id: "contacts.page.lead",
    defaultMessage:
      "Zobacz, kto jest najbardziej zaangażowany, i\u00a0dodaj te osoby do grupy. Albo znajdź jedną i\u00a0sprawdź, skąd ma ocenę.",
    description: "Under the title",
  },
  field: {
    id: "contacts.search.field",
    defaultMessage: "E-mail, telefon lub identyfikator zewnętrzny",
    description: "Label of the search field",
  },
  submit: { id: "contacts.search.submit", defaultMessage: "Szukaj", description: "Button" },
  hint: {
    id: "contacts.search.hint",
    defaultMessage: "w całości albo sam początek",
    description: "In the empty search field: an address",
  },
  noneText: {
    id: "contacts.search.noneText",
    defaultMessage:
      "Sprawdź pisownię albo wpisz sam początek adresu. Numer telefonu podaj z\u00a0kierunkowym, np. +48.",
    description: "What helps when nobody was found",
  },
  contact: { id: "contacts.table.contact", defaultMessage: "Kontakt", description: "Column" },
  filters: { id: "contacts.filter.filters", defaultMessage: "Filtry", description: "Name of the filters" },
  filtersSet: {
    id: "contacts.filter.set",
    defaultMessage: "Filtry{count, plural, =0 {} one { (#)} few { (#)} many { (#)} other { (#)}}",
    description: "Button on a phone that unfolds the filters: how many are set",
  },
  count: {
    id: "contacts.filter.count",
    defaultMessage:
      "{total, number} z\u00a0{everybody, plural, one {# kontaktu} few {# kontaktów} many {# kontaktów} other {# kontaktu}}",
    description: "Above the table: so many contacts fit the filters, of so many",
  },
  countAll: {
    id: "contacts.filter.countAll",
    defaultMessage: "{total, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "Above the table without filters",
  },
  filterText: {
    id: "contacts.filter.none",
    defaultMessage: "Żaden kontakt nie spełnia wszystkich warunków naraz.",
    description: "Nobody fits the filters",
  },
  consent: { id: "contacts.filter.consent", defaultMessage: "Zgoda", description: "Filter and column" },
  consentAny: { id: "contacts.filter.consentAny", defaultMessage: "dowolna", description: "Consent: any" },
  consentGiven: { id: "contacts.filter.consentGiven", defaultMessage: "jest zgoda", description: "Consent" },
  all: { id: "contacts.filter.all", defaultMessage: "wszystkie", description: "Every database or group" },
  ofDatabase: { id: "contacts.filter.ofDatabase", defaultMessage: "baza {uid}", description: "Beside a group’s name" },
  empty: { id: "contacts.search.empty", defaultMessage: "Nie ma jeszcze kontaktów", description: "Empty account" },
  emptyText: {
    id: "contacts.search.emptyText",
    defaultMessage: "Wgraj plik z\u00a0kontaktami albo dodaj pierwszy ręcznie.",
    description: "Empty account: how the first come",
  },
  chooseAll: {
    id: "contacts.table.chooseAll",
    defaultMessage: "Zaznacz wszystkie na stronie",
    description: "Checkbox in the head",
  },
  choose: { id: "contacts.table.choose", defaultMessage: "Zaznacz: {name}", description: "Checkbox of a row" },
  selection: { id: "contacts.selection.name", defaultMessage: "Zaznaczone kontakty", description: "Name of the bar" },
  selected: {
    id: "contacts.selection.count",
    defaultMessage:
      "Zaznaczono {count, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "How many rows are ticked",
  },
  selectAll: {
    id: "contacts.selection.all",
    defaultMessage: "Zaznacz wszystkie {total, number}",
    description: "Button: all that were found, of all pages",
  },
  newGroup: { id: "contacts.selection.newGroup", defaultMessage: "Utwórz grupę", description: "Button and title" },
  toGroup: { id: "contacts.selection.toGroup", defaultMessage: "Dodaj do grupy", description: "Button and title" },
  outOfGroup: {
    id: "contacts.selection.outOfGroup",
    defaultMessage: "Usuń z\u00a0grupy",
    description: "Button and title",
  },
  download: { id: "contacts.selection.download", defaultMessage: "Pobierz", description: "Button: as CSV" },
  downloaded: {
    id: "contacts.selection.downloaded",
    defaultMessage: "Pobrano plik {name}",
    description: "Said after it",
  },
  downloadAll: {
    id: "contacts.selection.downloadAll",
    defaultMessage:
      "Plik obejmuje wszystkie znalezione kontakty. Zawęź je filtrami albo dodaj zaznaczone do grupy i\u00a0pobierz tę grupę.",
    description: "Instead of a file of contacts that were ticked one by one",
  },
  downloadOne: {
    id: "contacts.selection.downloadOne",
    defaultMessage: "Plik obejmuje jedną bazę. Wybierz ją w\u00a0filtrach i\u00a0pobierz jeszcze raz.",
    description: "Instead of a file of contacts of several databases",
  },
  clearSelection: { id: "contacts.selection.clear", defaultMessage: "Odznacz", description: "Button" },
});

export const scoreMessages = defineMessages({
  score: {
    id: "contacts.score.spoken",
    defaultMessage: "Ocena {score} ze 100, przedział {min}–{max}",
    description: "Read aloud in place of a number and a picture",
  },
  notInGroup: {
    id: "contacts.score.notInGroup",
    defaultMessage: "Pominięty przez grupy",
    description: "In place of a score: not in the groups that the scoring scores, or in one that it excludes",
  },
  notScored: {
    id: "contacts.score.notScored",
    defaultMessage: "Poza tym przeliczeniem",
    description: "In place of a score: the result does not speak of the contact",
  },
  changeSince: {
    id: "contacts.score.changeSince",
    defaultMessage: "Zmiana od {date}",
    description: "Column: since the result of about a week before, such as 16/11",
  },
  same: { id: "contacts.score.same", defaultMessage: "bez zmian", description: "The score is as before" },
  up: { id: "contacts.score.up", defaultMessage: "wzrost o", description: "Read aloud in place of an arrow" },
  down: { id: "contacts.score.down", defaultMessage: "spadek o", description: "Read aloud in place of an arrow" },
  lastActivity: {
    id: "contacts.score.lastActivity",
    defaultMessage: "Ostatnia aktywność",
    description: "Column: such as 12/11 click",
  },
  detailsFailed: {
    id: "contacts.score.detailsFailed",
    defaultMessage: "nie wczytano",
    description: "In place of the last activity or the groups",
  },
  bands: { id: "contacts.score.bands", defaultMessage: "Przedział", description: "Filter: bands of scores" },
  range: { id: "contacts.score.range", defaultMessage: "{min}–{max}", description: "A band of scores" },
  noScore: { id: "contacts.score.none", defaultMessage: "bez oceny", description: "Beside the bands" },
  active: { id: "contacts.score.active", defaultMessage: "Ostatnio aktywny", description: "Filter" },
  activeAny: { id: "contacts.score.activeAny", defaultMessage: "kiedykolwiek", description: "No limit" },
  activeDays: {
    id: "contacts.score.activeDays",
    defaultMessage:
      "{days, plural, one {w\u00a0ostatnim # dniu} few {w\u00a0ostatnich # dniach} many {w\u00a0ostatnich # dniach} other {w\u00a0ostatnich # dniach}}",
    description: "A limit",
  },
  of: { id: "contacts.score.of", defaultMessage: "oceny z\u00a0{date}", description: "Beside the number of contacts" },
  noResult: { id: "contacts.score.noResult", defaultMessage: "bez wyniku", description: "A scoring without results" },
  unscored: {
    id: "contacts.score.unscored",
    defaultMessage: "Ten scoring nie ma jeszcze wyniku. Oceny pojawią się po pierwszym przeliczeniu.",
    description: "Above contacts without scores",
  },
});

/** Names of the last activity, after the day. */
export const activityMessages: Readonly<Record<string, Message>> = defineMessages({
  opened: { id: "contacts.activity.opened", defaultMessage: "otwarcie", description: "After a day: of an e-mail" },
  clicked: { id: "contacts.activity.clicked", defaultMessage: "klik", description: "After a day: in a message" },
  ...webActivityMessages,
});

export const membersMessages = defineMessages({
  add: {
    id: "contacts.members.add",
    defaultMessage: "Dodaj {count, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "Button",
  },
  remove: {
    id: "contacts.members.remove",
    defaultMessage: "Usuń {count, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "Button: out of the group",
  },
  choose: { id: "contacts.members.choose", defaultMessage: "Wybierz grupę", description: "No group was named" },
  existing: { id: "contacts.members.existing", defaultMessage: "Grupa bazy {uid}", description: "Under the field" },
  part: {
    id: "contacts.members.part",
    defaultMessage: ": obejmie {count, number} z\u00a0{all, number} zaznaczonych",
    description: "After a group’s database: the other contacts are of other ones",
  },
  only: {
    id: "contacts.members.only",
    defaultMessage: "Obejmie tylko kontakty z\u00a0tej bazy.",
    description: "After a group’s database, when contacts of several are selected",
  },
  name: { id: "contacts.members.name", defaultMessage: "Nazwa grupy", description: "Label: of a new group" },
  fresh: {
    id: "contacts.members.fresh",
    defaultMessage: "Utworzymy nową grupę w\u00a0bazie {uid}",
    description: "Under the field: no group has the name",
  },
  added: {
    id: "contacts.members.added",
    defaultMessage:
      "Grupa „{name}”: dodano {added, number}{there, plural, =0 {} one {, już w\u00a0grupie #} few {, już w\u00a0grupie #} many {, już w\u00a0grupie #} other {, już w\u00a0grupie #}}",
    description: "Said after it",
  },
  removed: {
    id: "contacts.members.removed",
    defaultMessage:
      "Grupa „{name}”: usunięto {removed, number}{missing, plural, =0 {} one {, poza grupą #} few {, poza grupą #} many {, poza grupą #} other {, poza grupą #}}",
    description: "Said after it",
  },
});
