import { defineMessages, type Message } from "../../i18n/define-messages";
import { type Kind } from "./view";

export const dataProtectionRouteMessages = defineMessages({
  log: { id: "dataProtectionLog.page.title", defaultMessage: "Rejestr zdarzeń", description: "Title of the page" },
  person: { id: "dataProtectionPerson.page.title", defaultMessage: "Dane osoby", description: "Title of the page" },
});

export const logMessages = defineMessages({
  lead: {
    id: "dataProtectionLog.page.lead",
    defaultMessage: "Kto, kiedy i\u00a0co zrobił z\u00a0danymi kontaktów. Wpisów nie można zmienić ani usunąć.",
    description: "Under the title",
  },
  toPerson: {
    id: "dataProtectionLog.page.toPerson",
    defaultMessage: "Pobierz lub usuń dane osoby",
    description: "Button to the page of a person’s data",
  },
  kind: {
    id: "dataProtectionLog.table.kind",
    defaultMessage: "Zdarzenie",
    description: "Column and label of the filter",
  },
  all: { id: "dataProtectionLog.filter.all", defaultMessage: "wszystkie", description: "Every kind of entry" },
  noMatch: {
    id: "dataProtectionLog.filter.noMatch",
    defaultMessage: "Nie ma takich wpisów",
    description: "Nothing fits the filter",
  },
  none: { id: "dataProtectionLog.page.none", defaultMessage: "Nie ma jeszcze wpisów", description: "Empty log" },
  noneText: {
    id: "dataProtectionLog.page.noneText",
    defaultMessage: "Wpis powstaje przy imporcie, zmianie kontaktu lub zgody, eksporcie i\u00a0pobraniu danych.",
    description: "Empty log: what makes an entry",
  },
  note: {
    id: "dataProtectionLog.page.note",
    defaultMessage:
      "Pobranie adresów też zapisujemy w\u00a0rejestrze. Pobrany plik ma dzisiejsze adresy, bez usuniętych na zawsze.",
    description: "Under the table",
  },
  date: { id: "dataProtectionLog.table.date", defaultMessage: "Data", description: "Column" },
  source: {
    id: "dataProtectionLog.table.source",
    defaultMessage: "Źródło",
    description: "Column: a file, a scoring, a provider",
  },
  nobody: {
    id: "dataProtectionLog.table.nobody",
    defaultMessage: "automatycznie",
    description: "Nobody did it by hand",
  },
  emails: {
    id: "dataProtectionLog.table.emails",
    defaultMessage: "Adresy e-mail",
    description: "Column: contacts with an e-mail address",
  },
  phones: {
    id: "dataProtectionLog.table.phones",
    defaultMessage: "Telefony",
    description: "Column: contacts with a phone number",
  },
  uids: {
    id: "dataProtectionLog.table.uids",
    defaultMessage: "{count, plural, one {baza {uids}} few {bazy {uids}} many {bazy {uids}} other {bazy {uids}}}",
    description: "Under the kind: databases",
  },
  downloads: { id: "dataProtectionLog.table.downloads", defaultMessage: "Pobieranie", description: "Column of menus" },
  menu: {
    id: "dataProtectionLog.menu.name",
    defaultMessage: "Pobierz: {kind}, {date}",
    description: "Name of a row's menu",
  },
  downloadList: {
    id: "dataProtectionLog.menu.list",
    defaultMessage: "Pobierz listę",
    description: "Entry of the menu",
  },
  downloadEmails: {
    id: "dataProtectionLog.menu.emails",
    defaultMessage: "Pobierz adresy",
    description: "Entry of the menu",
  },
});

export const downloadMessages = defineMessages({
  list: { id: "dataProtectionLog.download.list", defaultMessage: "Pobrano {name}", description: "Said after it" },
  addresses: {
    id: "dataProtectionLog.download.addresses",
    defaultMessage: "Pobrano {name} i\u00a0dodano wpis do rejestru",
    description: "Said after it",
  },
  handedOut: {
    id: "dataProtectionLog.download.handedOut",
    defaultMessage: "Pobrano {name}. Wydanie danych jest w\u00a0rejestrze zdarzeń.",
    description: "Said after it",
  },
});

export const kindMessages: Readonly<Record<Kind, Message>> = defineMessages({
  CONTACTS_IMPORT: {
    id: "dataProtectionLog.kind.CONTACTS_IMPORT",
    defaultMessage: "Import kontaktów",
    description: "Kind",
  },
  ENGAGEMENT_IMPORT: {
    id: "dataProtectionLog.kind.ENGAGEMENT_IMPORT",
    defaultMessage: "Import wysyłek i\u00a0reakcji",
    description: "Kind",
  },
  UNSUBSCRIBE_IMPORT: {
    id: "dataProtectionLog.kind.UNSUBSCRIBE_IMPORT",
    defaultMessage: "Import wypisań",
    description: "Kind",
  },
  UNSUBSCRIBE_EVENT: {
    id: "dataProtectionLog.kind.UNSUBSCRIBE_EVENT",
    defaultMessage: "Wypisanie",
    description: "Kind",
  },
  CONSENT_CHANGE: { id: "dataProtectionLog.kind.CONSENT_CHANGE", defaultMessage: "Zmiana zgody", description: "Kind" },
  CONTACT_CHANGE: {
    id: "dataProtectionLog.kind.CONTACT_CHANGE",
    defaultMessage: "Zmiana kontaktu",
    description: "Kind",
  },
  GROUP_EXPORT: { id: "dataProtectionLog.kind.GROUP_EXPORT", defaultMessage: "Eksport do grupy", description: "Kind" },
  GROUP_EXPORT_UNDO: {
    id: "dataProtectionLog.kind.GROUP_EXPORT_UNDO",
    defaultMessage: "Cofnięcie eksportu do grupy",
    description: "Kind",
  },
  DESTINATION_SEND: {
    id: "dataProtectionLog.kind.DESTINATION_SEND",
    defaultMessage: "Wysłanie na listę u\u00a0dostawcy",
    description: "Kind",
  },
  PROPERTY_EXPORT: {
    id: "dataProtectionLog.kind.PROPERTY_EXPORT",
    defaultMessage: "Zapis ocen w\u00a0cesze",
    description: "Kind",
  },
  CSV_DOWNLOAD: { id: "dataProtectionLog.kind.CSV_DOWNLOAD", defaultMessage: "Pobranie CSV", description: "Kind" },
  HAND_OUT: { id: "dataProtectionLog.kind.HAND_OUT", defaultMessage: "Wydanie danych osoby", description: "Kind" },
  ERASURE: { id: "dataProtectionLog.kind.ERASURE", defaultMessage: "Usunięcie danych na zawsze", description: "Kind" },
  LINKS_ENDED: {
    id: "dataProtectionLog.kind.LINKS_ENDED",
    defaultMessage: "Zakończenie linków wypisu",
    description: "Kind",
  },
  VISITOR_REMOVAL: {
    id: "dataProtectionLog.kind.VISITOR_REMOVAL",
    defaultMessage: "Usunięcie odwiedzających stronę",
    description: "Kind: a website was removed together with its visitors",
  },
  ADDRESS_SPELLING: {
    id: "dataProtectionLog.kind.ADDRESS_SPELLING",
    defaultMessage: "Ujednolicenie zapisu adresów",
    description: "Kind: addresses that were stored got their one spelling, by nobody's hand",
  },
  SAME_ADDRESS: {
    id: "dataProtectionLog.kind.SAME_ADDRESS",
    defaultMessage: "Dwa kontakty z\u00a0jednym adresem",
    description: "Kind: two contacts have one address, spelled differently",
  },
});

const otherMessages = defineMessages({
  other: {
    id: "dataProtectionLog.kind.other",
    defaultMessage: "Inne zdarzenie",
    description: "A kind that the page does not know",
  },
});

/** The name of an act; an unknown one of a newer server gets a general word. */
export function kindName(kind: string): Message {
  return (kindMessages as Readonly<Record<string, Message>>)[kind] ?? otherMessages.other;
}

export const personMessages = defineMessages({
  lead: {
    id: "dataProtectionPerson.page.lead",
    defaultMessage: "Sprawdź, co mamy o\u00a0osobie, pobierz jej dane albo usuń je na zawsze.",
    description: "Under the title",
  },
  field: {
    id: "dataProtectionPerson.search.field",
    defaultMessage: "Cały e-mail, telefon lub identyfikator zewnętrzny",
    description: "Label of the search field",
  },
  submit: { id: "dataProtectionPerson.search.submit", defaultMessage: "Sprawdź", description: "Button" },
  hint: {
    id: "dataProtectionPerson.search.hint",
    defaultMessage: "Wpisz cały e-mail, telefon albo identyfikator",
    description: "Before the first search",
  },
  hintText: {
    id: "dataProtectionPerson.search.hintText",
    defaultMessage: "Sprawdzimy wszystkie bazy konta. Adres nie trafia do historii przeglądarki.",
    description: "Before the first search, under the hint",
  },
  noneText: {
    id: "dataProtectionPerson.search.noneText",
    defaultMessage: "Nie ma go w\u00a0żadnej bazie konta. Sprawdź, czy adres jest cały i\u00a0bez literówek.",
    description: "Nobody has the address: what helps",
  },
  gone: {
    id: "dataProtectionPerson.search.gone",
    defaultMessage: "Dane tego adresu usunięto już na zawsze",
    description: "The address was erased before",
  },
  goneText: {
    id: "dataProtectionPerson.search.goneText",
    defaultMessage: "Nie mamy o\u00a0tej osobie nic. Adresu nie da się już zaimportować ani dodać.",
    description: "The address was erased before: what that means",
  },
  contacts: {
    id: "dataProtectionPerson.held.contacts",
    defaultMessage: "Kontakty tej osoby",
    description: "Name of the table",
  },
  contact: { id: "dataProtectionPerson.held.contact", defaultMessage: "Kontakt", description: "Column" },
  visitors: {
    id: "dataProtectionPerson.held.visitors",
    defaultMessage: "Przeglądarki",
    description: "Column: how many",
  },
  handOut: { id: "dataProtectionPerson.handOut.title", defaultMessage: "Pobierz dane", description: "Heading" },
  handOutText: {
    id: "dataProtectionPerson.handOut.text",
    defaultMessage:
      "Plik ZIP ze wszystkim, co mamy: adresy, zgody z\u00a0historią, grupy, cechy, oceny, reakcje i\u00a0wizyty. Pobranie zapisujemy w\u00a0rejestrze zdarzeń.",
    description: "Under the heading",
  },
  handOutSubmit: {
    id: "dataProtectionPerson.handOut.submit",
    defaultMessage: "Pobierz dane (ZIP)",
    description: "Button",
  },
  erase: { id: "dataProtectionPerson.erase.title", defaultMessage: "Usuń dane na zawsze", description: "Heading" },
  eraseLead: {
    id: "dataProtectionPerson.erase.lead",
    defaultMessage:
      "Adres znika ze wszystkich baz i\u00a0nie da się go znów zaimportować. Liczby w\u00a0raportach zostają.",
    description: "Under the heading",
  },
  eraseAsk: {
    id: "dataProtectionPerson.erase.ask",
    defaultMessage: "Usuń dane…",
    description: "Button: opens the dialog",
  },
  eraseText: {
    id: "dataProtectionPerson.erase.text",
    defaultMessage:
      "Usuniemy {address} z\u00a0{count, plural, one {bazy {uids}} few {baz {uids}} many {baz {uids}} other {baz {uids}}}, grup, cech i\u00a0zgód. Liczby w\u00a0raportach zostaną. Adresu nie da się już zaimportować. Tego nie można cofnąć.",
    description: "What erasing does, before it",
  },
  eraseOthers: {
    id: "dataProtectionPerson.erase.others",
    defaultMessage: "Usuniemy też pozostałe adresy i\u00a0identyfikatory zewnętrzne tych kontaktów: {addresses}.",
    description: "Other addresses that go too",
  },
  confirm: {
    id: "dataProtectionPerson.erase.confirm",
    defaultMessage: "Wpisz adres, aby potwierdzić",
    description: "Label of the field",
  },
  confirmWrong: {
    id: "dataProtectionPerson.erase.confirmWrong",
    defaultMessage: "To nie ten adres. Wpisz: {address}",
    description: "What was typed is another address",
  },
  eraseSubmit: { id: "dataProtectionPerson.erase.submit", defaultMessage: "Usuń na zawsze", description: "Button" },
  erased: {
    id: "dataProtectionPerson.erased.title",
    defaultMessage: "Usunięto dane na zawsze",
    description: "Receipt",
  },
  erasedText: {
    id: "dataProtectionPerson.erased.text",
    defaultMessage:
      "Usunięto {contacts, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}} z\u00a0{count, plural, one {bazy {uids}} few {baz {uids}} many {baz {uids}} other {baz {uids}}}.",
    description: "Receipt: how many contacts",
  },
  erasedEntry: {
    id: "dataProtectionPerson.erased.entry",
    defaultMessage: "Numer wpisu w\u00a0rejestrze zdarzeń: {id}",
    description: "Receipt: the entry in the event log",
  },
  toLog: { id: "dataProtectionPerson.erased.toLog", defaultMessage: "Przejdź do rejestru", description: "Button" },
});
