import { defineMessages, type Message } from "../../i18n/define-messages";

export const consentMessages = defineMessages({
  title: { id: "consents.channels.title", defaultMessage: "Zgody i\u00a0blokady", description: "Heading" },
  onlyContact: {
    id: "consents.channels.onlyContact",
    defaultMessage: "Zgody udziela tylko kontakt. Zablokowany adres jest oceniany, ale ocena nie trafia do cechy.",
    description: "Under the heading",
  },
  since: { id: "consents.channels.since", defaultMessage: "od {date}: {source}", description: "When, and from what" },
  give: { id: "consents.channels.give", defaultMessage: "Zapisz zgodę", description: "Button" },
  giveOf: { id: "consents.channels.giveOf", defaultMessage: "Zapisz zgodę: {channel}", description: "Title" },
  giveSubmit: {
    id: "consents.channels.giveSubmit",
    defaultMessage: "Zapisz zgodę",
    description: "Button of the dialog",
  },
  givenNow: { id: "consents.channels.givenNow", defaultMessage: "Zapisano zgodę", description: "Said after it" },
  withdraw: { id: "consents.channels.withdraw", defaultMessage: "Wycofaj zgodę", description: "Button" },
  withdrawn: { id: "consents.channels.withdrawn", defaultMessage: "Wycofano zgodę", description: "Said after it" },
  undoNote: {
    id: "consents.channels.undoNote",
    defaultMessage: "Cofnięto wycofanie z\u00a0{moment}",
    description: "The note that taking back a withdrawal leaves",
  },
  block: { id: "consents.channels.block", defaultMessage: "Zablokuj adres", description: "Button" },
  blockedNow: { id: "consents.channels.blockedNow", defaultMessage: "Zablokowano adres", description: "Said after it" },
  unblock: { id: "consents.channels.unblock", defaultMessage: "Odblokuj adres", description: "Button" },
  unblocked: { id: "consents.channels.unblocked", defaultMessage: "Odblokowano adres", description: "Said after it" },
  copyLink: { id: "consents.channels.copyLink", defaultMessage: "Kopiuj link do wypisania", description: "Button" },
  history: { id: "consents.history.title", defaultMessage: "Historia zgód", description: "Heading" },
  noHistory: {
    id: "consents.history.none",
    defaultMessage: "Nie ma jeszcze zmian zgód",
    description: "No consent was ever given or withdrawn",
  },
  most: {
    id: "consents.history.most",
    defaultMessage: "Pokazujemy {count, number} najnowszych zmian. Wszystkie są w\u00a0pliku z\u00a0danymi osoby.",
    description: "Under the table",
  },
  all: { id: "consents.history.all", defaultMessage: "Wszystkie", description: "Every channel" },
  channel: { id: "consents.history.channel", defaultMessage: "Kanał", description: "Column and label" },
  when: { id: "consents.history.when", defaultMessage: "Kiedy", description: "Column" },
  what: { id: "consents.history.what", defaultMessage: "Zmiana", description: "Column" },
  from: { id: "consents.history.from", defaultMessage: "Skąd", description: "Column" },
  who: { id: "consents.history.who", defaultMessage: "Kto", description: "Column" },
  wasGiven: { id: "consents.history.given", defaultMessage: "zgoda", description: "A consent was given" },
  wasWithdrawn: {
    id: "consents.history.withdrawn",
    defaultMessage: "wycofanie",
    description: "A consent was withdrawn",
  },
});

const sourceMessages: Readonly<Record<string, Message>> = defineMessages({
  IMPORT: { id: "consents.source.IMPORT", defaultMessage: "plik z\u00a0kontaktami", description: "From what" },
  UNSUBSCRIBE_IMPORT: {
    id: "consents.source.UNSUBSCRIBE_IMPORT",
    defaultMessage: "plik z\u00a0wypisaniami",
    description: "From what",
  },
  EVENT: { id: "consents.source.EVENT", defaultMessage: "wypisanie z\u00a0wiadomości", description: "From what" },
  PROVIDER: {
    id: "consents.source.PROVIDER",
    defaultMessage: "wypisanie u\u00a0dostawcy poczty",
    description: "From what",
  },
  COMPLAINT: { id: "consents.source.COMPLAINT", defaultMessage: "zgłoszenie spamu", description: "From what" },
  ONE_CLICK: {
    id: "consents.source.ONE_CLICK",
    defaultMessage: "wypisanie jednym kliknięciem",
    description: "From what",
  },
  PERSON: { id: "consents.source.PERSON", defaultMessage: "ręcznie", description: "From what" },
  SPELLING: {
    id: "consents.source.SPELLING",
    defaultMessage: "wypisany wcześniej ten sam adres w\u00a0innym zapisie",
    description: "From what",
  },
  BEFORE: { id: "consents.source.BEFORE", defaultMessage: "sprzed historii zgód", description: "From what" },
});

const otherMessages = defineMessages({
  other: { id: "consents.source.other", defaultMessage: "inne źródło", description: "One that the page does not know" },
});

/** From what a consent or its end is, in words. */
export function sourceName(source: string): Message {
  return sourceMessages[source] ?? otherMessages.other;
}
