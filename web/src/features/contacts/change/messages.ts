import { defineMessages, type Message } from "../../../i18n/define-messages";

/** Adding a contact and changing one. */
export const editMessages = defineMessages({
  title: { id: "contacts.new.title", defaultMessage: "Nowy kontakt", description: "Title of the page" },
  addresses: { id: "contacts.edit.addresses", defaultMessage: "Adresy", description: "Heading" },
  oneAddress: {
    id: "contacts.edit.oneAddress",
    defaultMessage: "Wystarczy jeden. Nie może się powtarzać w\u00a0bazie.",
    description: "Under the heading",
  },
  phoneHint: {
    id: "contacts.edit.phoneHint",
    defaultMessage: "Numer spoza Polski zacznij od\u00a0+ i\u00a0numeru kraju.",
    description: "Under the field",
  },
  externalIdHint: {
    id: "contacts.edit.externalIdHint",
    defaultMessage: "Numer klienta w\u00a0innym systemie, jeśli jest.",
    description: "Under the field",
  },
  restored: {
    id: "contacts.edit.restored",
    defaultMessage: "Sesja wygasła przed zapisaniem. Przywróciliśmy wpisane dane: sprawdź je i\u00a0dodaj kontakt.",
    description: "Over the form of a new contact, after signing in again",
  },
  consents: { id: "contacts.edit.consents", defaultMessage: "Zgody", description: "Heading" },
  onlyContact: {
    id: "contacts.edit.onlyContact",
    defaultMessage:
      "Zgody udziela tylko kontakt. Zapisz ją tu, jeśli udzielił jej poza systemem, i\u00a0napisz, skąd o\u00a0tym wiadomo.",
    description: "Why a consent needs a note",
  },
  consentTo: { id: "contacts.edit.consentTo", defaultMessage: "Zgoda na {channel}", description: "Checkbox" },
  note: { id: "contacts.edit.note", defaultMessage: "Skąd jest ta zgoda", description: "Label" },
  noteHint: {
    id: "contacts.edit.noteHint",
    defaultMessage: "Na przykład: formularz papierowy z\u00a0targów, 12/11/2026. Notatka zostaje w\u00a0historii zgód.",
    description: "Under the field",
  },
  addGroup: { id: "contacts.edit.addGroup", defaultMessage: "Dodaj grupę", description: "Label: find a group" },
  dropGroup: { id: "contacts.edit.dropGroup", defaultMessage: "Odznacz grupę {name}", description: "Button on a chip" },
  toGroups: { id: "contacts.edit.toGroups", defaultMessage: "Dodaj do grupy", description: "Button and title" },
  leaveGroup: {
    id: "contacts.edit.leaveGroup",
    defaultMessage: "Usuń z\u00a0grupy {name}",
    description: "Button on a chip",
  },
  leftGroup: {
    id: "contacts.edit.leftGroup",
    defaultMessage: "Usunięto z\u00a0grupy „{name}”",
    description: "Said after it",
  },
  joinedGroups: {
    id: "contacts.edit.joinedGroups",
    defaultMessage: "Dodano do {count, plural, one {# grupy} few {# grup} many {# grup} other {# grupy}}",
    description: "Said after it",
  },
  changeFeatures: {
    id: "contacts.edit.changeFeatures",
    defaultMessage: "Zmień cechy",
    description: "Button and title",
  },
  featuresChanged: {
    id: "contacts.edit.featuresChanged",
    defaultMessage: "Zmieniono cechy",
    description: "Said after it",
  },
  filled: {
    id: "contacts.edit.filled",
    defaultMessage: "Wartość tej cechy ustawia scoring.",
    description: "Under the field",
  },
  noFeatures: {
    id: "contacts.edit.noFeatures",
    defaultMessage: "W\u00a0tej bazie nie ma jeszcze cech. Utwórz pierwszą",
    description: "Link to the list of features",
  },
  added: { id: "contacts.edit.added", defaultMessage: "Dodano kontakt", description: "Said after it" },
  noDatabase: {
    id: "contacts.new.noDatabase",
    defaultMessage: "Nie ma jeszcze bazy",
    description: "The account has no database to add somebody to",
  },
  noDatabaseText: {
    id: "contacts.new.noDatabaseText",
    defaultMessage: "Każdy kontakt należy do bazy. Utwórz pierwszą, a\u00a0potem dodaj kontakt albo wgraj plik.",
    description: "Under it",
  },
  toDatabases: { id: "contacts.new.toDatabases", defaultMessage: "Przejdź do baz", description: "Button" },
  changeAddresses: { id: "contacts.edit.changeAddresses", defaultMessage: "Zmień adresy", description: "Title" },
  addressesChanged: {
    id: "contacts.edit.addressesChanged",
    defaultMessage: "Zmieniono adresy",
    description: "Said after it",
  },
});

export const consentMessages = defineMessages({
  title: { id: "contactsConsent.channels.title", defaultMessage: "Zgody i\u00a0blokady", description: "Heading" },
  onlyContact: {
    id: "contactsConsent.channels.onlyContact",
    defaultMessage: "Zgody udziela tylko kontakt. Zablokowany adres ma ocenę, ale nie zapisujemy jej w\u00a0cesze.",
    description: "Under the heading",
  },
  since: {
    id: "contactsConsent.channels.since",
    defaultMessage: "od {date}: {source}",
    description: "When, and from what",
  },
  give: { id: "contactsConsent.channels.give", defaultMessage: "Zapisz zgodę", description: "Button" },
  giveOf: { id: "contactsConsent.channels.giveOf", defaultMessage: "Zapisz zgodę: {channel}", description: "Title" },
  givenNow: { id: "contactsConsent.channels.givenNow", defaultMessage: "Zapisano zgodę", description: "Said after it" },
  withdraw: { id: "contactsConsent.channels.withdraw", defaultMessage: "Wycofaj zgodę", description: "Button" },
  withdrawn: {
    id: "contactsConsent.channels.withdrawn",
    defaultMessage: "Wycofano zgodę",
    description: "Said after it",
  },
  undoNote: {
    id: "contactsConsent.channels.undoNote",
    defaultMessage: "Cofnięto wycofanie z\u00a0{moment}",
    description: "The note that taking back a withdrawal leaves",
  },
  block: {
    id: "contactsConsent.channels.block",
    defaultMessage: "{channel, select, sms {Zablokuj numer} other {Zablokuj adres}}",
    description: "Button",
  },
  blockedNow: {
    id: "contactsConsent.channels.blockedNow",
    defaultMessage: "{channel, select, sms {Zablokowano numer} other {Zablokowano adres}}",
    description: "Said after it",
  },
  unblock: {
    id: "contactsConsent.channels.unblock",
    defaultMessage: "{channel, select, sms {Odblokuj numer} other {Odblokuj adres}}",
    description: "Button",
  },
  unblocked: {
    id: "contactsConsent.channels.unblocked",
    defaultMessage: "{channel, select, sms {Odblokowano numer} other {Odblokowano adres}}",
    description: "Said after it",
  },
  copyLink: {
    id: "contactsConsent.channels.copyLink",
    defaultMessage: "Kopiuj link do wypisania",
    description: "Button",
  },
  history: { id: "contactsConsent.history.title", defaultMessage: "Historia zgód", description: "Heading" },
  noHistory: {
    id: "contactsConsent.history.none",
    defaultMessage: "Nie ma jeszcze zmian zgód",
    description: "No consent was ever given or withdrawn",
  },
  most: {
    id: "contactsConsent.history.most",
    defaultMessage: "Pokazujemy {count, number} najnowszych zmian. Wszystkie są w\u00a0pliku z\u00a0danymi osoby.",
    description: "Under the table",
  },
  what: { id: "contactsConsent.history.what", defaultMessage: "Zmiana", description: "Column" },
  from: { id: "contactsConsent.history.from", defaultMessage: "Skąd", description: "Column" },
  wasWithdrawn: {
    id: "contactsConsent.history.withdrawn",
    defaultMessage: "wycofanie",
    description: "A consent was withdrawn",
  },
});

const sourceMessages: Readonly<Record<string, Message>> = defineMessages({
  IMPORT: { id: "contactsConsent.source.IMPORT", defaultMessage: "plik z\u00a0kontaktami", description: "From what" },
  UNSUBSCRIBE_IMPORT: {
    id: "contactsConsent.source.UNSUBSCRIBE_IMPORT",
    defaultMessage: "plik z\u00a0wypisaniami",
    description: "From what",
  },
  EVENT: {
    id: "contactsConsent.source.EVENT",
    defaultMessage: "wypisanie z\u00a0wiadomości",
    description: "From what",
  },
  PROVIDER: {
    id: "contactsConsent.source.PROVIDER",
    defaultMessage: "wypisanie u\u00a0dostawcy poczty",
    description: "From what",
  },
  COMPLAINT: { id: "contactsConsent.source.COMPLAINT", defaultMessage: "zgłoszenie spamu", description: "From what" },
  ONE_CLICK: {
    id: "contactsConsent.source.ONE_CLICK",
    defaultMessage: "wypisanie jednym kliknięciem",
    description: "From what",
  },
  PERSON: { id: "contactsConsent.source.PERSON", defaultMessage: "ręcznie", description: "From what" },
  SPELLING: {
    id: "contactsConsent.source.SPELLING",
    defaultMessage: "wypisany wcześniej ten sam adres w\u00a0innym zapisie",
    description: "From what",
  },
  BEFORE: { id: "contactsConsent.source.BEFORE", defaultMessage: "sprzed historii zgód", description: "From what" },
});

const otherMessages = defineMessages({
  other: {
    id: "contactsConsent.source.other",
    defaultMessage: "inne źródło",
    description: "One that the page does not know",
  },
});

/** The name of the source of a consent or its withdrawal. */
export function sourceName(source: string): Message {
  return sourceMessages[source] ?? otherMessages.other;
}
