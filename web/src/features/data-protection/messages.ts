import { defineMessages, type Message } from "../../i18n/define-messages";
import type { Kind } from "./view";

export const dataProtectionRouteMessages = defineMessages({
  log: { id: "log.page.title", defaultMessage: "Rejestr zdarzeń", description: "Title of the page" },
  person: { id: "personData.page.title", defaultMessage: "Dane osoby", description: "Title of the page" },
});

export const logMessages = defineMessages({
  lead: {
    id: "log.page.lead",
    defaultMessage: "Kto, kiedy i\u00a0co zrobił z\u00a0danymi kontaktów. Wpisów nie można zmienić ani usunąć.",
    description: "Under the title",
  },
  toPerson: {
    id: "log.page.toPerson",
    defaultMessage: "Wydaj lub usuń dane osoby",
    description: "Button to the page of a person’s data",
  },
  kind: { id: "log.table.kind", defaultMessage: "Zdarzenie", description: "Column and label of the filter" },
  all: { id: "log.filter.all", defaultMessage: "wszystkie", description: "Every kind of entry" },
  noMatch: { id: "log.filter.noMatch", defaultMessage: "Nie ma takich wpisów", description: "Nothing fits the filter" },
  clear: { id: "log.filter.clear", defaultMessage: "Pokaż wszystkie", description: "Button" },
  none: { id: "log.page.none", defaultMessage: "Nie ma jeszcze wpisów", description: "Empty log" },
  noneText: {
    id: "log.page.noneText",
    defaultMessage: "Wpis powstaje przy imporcie, zmianie kontaktu lub zgody, eksporcie i\u00a0pobraniu danych.",
    description: "Empty log: what makes an entry",
  },
  upload: { id: "log.page.upload", defaultMessage: "Wgraj plik", description: "Button: import contacts" },
  note: {
    id: "log.page.note",
    defaultMessage: "Pobranie adresów to także wpis w\u00a0rejestrze. Adresy są dzisiejsze, bez usuniętych na zawsze.",
    description: "Under the table",
  },
  date: { id: "log.table.date", defaultMessage: "Data", description: "Column" },
  source: { id: "log.table.source", defaultMessage: "Źródło", description: "Column: a file, a scoring, a provider" },
  who: { id: "log.table.who", defaultMessage: "Kto", description: "Column: who did it" },
  nobody: { id: "log.table.nobody", defaultMessage: "automatycznie", description: "Nobody did it by hand" },
  emails: { id: "log.table.emails", defaultMessage: "E-maile", description: "Column: contacts with an e-mail address" },
  phones: { id: "log.table.phones", defaultMessage: "Numery", description: "Column: contacts with a phone number" },
  uids: {
    id: "log.table.uids",
    defaultMessage: "{count, plural, one {baza {uids}} few {bazy {uids}} many {bazy {uids}} other {bazy {uids}}}",
    description: "Under the kind: databases",
  },
  downloads: { id: "log.table.downloads", defaultMessage: "Pobieranie", description: "Column of menus" },
  menu: { id: "log.menu.name", defaultMessage: "Pobierz: {kind}, {date}", description: "Name of a row's menu" },
  downloadList: { id: "log.menu.list", defaultMessage: "Pobierz listę", description: "Entry of the menu" },
  downloadEmails: { id: "log.menu.emails", defaultMessage: "Pobierz adresy", description: "Entry of the menu" },
});

export const downloadMessages = defineMessages({
  list: { id: "log.download.list", defaultMessage: "Pobrano {name}", description: "Said after it" },
  addresses: {
    id: "log.download.addresses",
    defaultMessage: "Pobrano {name} i\u00a0dodano wpis do rejestru",
    description: "Said after it",
  },
  handedOut: {
    id: "log.download.handedOut",
    defaultMessage: "Pobrano {name}. Wydanie danych jest w\u00a0rejestrze zdarzeń.",
    description: "Said after it",
  },
});

export const kindMessages: Readonly<Record<Kind, Message>> = defineMessages({
  CONTACTS_IMPORT: { id: "log.kind.CONTACTS_IMPORT", defaultMessage: "Import kontaktów", description: "Kind" },
  ENGAGEMENT_IMPORT: { id: "log.kind.ENGAGEMENT_IMPORT", defaultMessage: "Import zaangażowania", description: "Kind" },
  UNSUBSCRIBE_IMPORT: { id: "log.kind.UNSUBSCRIBE_IMPORT", defaultMessage: "Import wypisań", description: "Kind" },
  UNSUBSCRIBE_EVENT: { id: "log.kind.UNSUBSCRIBE_EVENT", defaultMessage: "Wypisanie", description: "Kind" },
  CONSENT_CHANGE: { id: "log.kind.CONSENT_CHANGE", defaultMessage: "Zmiana zgody", description: "Kind" },
  CONTACT_CHANGE: { id: "log.kind.CONTACT_CHANGE", defaultMessage: "Zmiana kontaktu", description: "Kind" },
  GROUP_EXPORT: { id: "log.kind.GROUP_EXPORT", defaultMessage: "Eksport do grupy", description: "Kind" },
  GROUP_EXPORT_UNDO: {
    id: "log.kind.GROUP_EXPORT_UNDO",
    defaultMessage: "Cofnięcie eksportu do grupy",
    description: "Kind",
  },
  PROPERTY_EXPORT: { id: "log.kind.PROPERTY_EXPORT", defaultMessage: "Zapis oceny w\u00a0cesze", description: "Kind" },
  CSV_DOWNLOAD: { id: "log.kind.CSV_DOWNLOAD", defaultMessage: "Pobranie CSV", description: "Kind" },
  HAND_OUT: { id: "log.kind.HAND_OUT", defaultMessage: "Wydanie danych osoby", description: "Kind" },
  ERASURE: { id: "log.kind.ERASURE", defaultMessage: "Usunięcie danych na zawsze", description: "Kind" },
  LINKS_ENDED: { id: "log.kind.LINKS_ENDED", defaultMessage: "Zakończenie linków wypisu", description: "Kind" },
  VISITOR_REMOVAL: {
    id: "log.kind.VISITOR_REMOVAL",
    defaultMessage: "Usunięcie odwiedzających stronę",
    description: "Kind: a website was removed together with its visitors",
  },
  ADDRESS_SPELLING: {
    id: "log.kind.ADDRESS_SPELLING",
    defaultMessage: "Ujednolicenie zapisu adresów",
    description: "Kind: addresses that were stored got their one spelling, by nobody's hand",
  },
  SAME_ADDRESS: {
    id: "log.kind.SAME_ADDRESS",
    defaultMessage: "Dwa kontakty z\u00a0jednym adresem",
    description: "Kind: two contacts have one address, spelled differently",
  },
});

const otherMessages = defineMessages({
  other: { id: "log.kind.other", defaultMessage: "Inne zdarzenie", description: "A kind that the page does not know" },
});

/** What an act is called; one of a newer server by a general word. */
export function kindName(kind: string): Message {
  return (kindMessages as Readonly<Record<string, Message>>)[kind] ?? otherMessages.other;
}
