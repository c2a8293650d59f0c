import { defineMessages } from "../../i18n/define-messages";

export const personMessages = defineMessages({
  lead: {
    id: "personData.page.lead",
    defaultMessage: "Sprawdź, co mamy o\u00a0osobie, wydaj jej dane albo usuń je na zawsze.",
    description: "Under the title",
  },
  field: {
    id: "personData.search.field",
    defaultMessage: "Cały e-mail, telefon lub identyfikator",
    description: "Label of the search field",
  },
  submit: { id: "personData.search.submit", defaultMessage: "Sprawdź", description: "Button" },
  hint: {
    id: "personData.search.hint",
    defaultMessage: "Wpisz cały adres i\u00a0naciśnij Enter",
    description: "Before the first search",
  },
  hintText: {
    id: "personData.search.hintText",
    defaultMessage: "Sprawdzimy wszystkie bazy konta. Adres nie trafia do historii przeglądarki.",
    description: "Before the first search, under the hint",
  },
  none: { id: "personData.search.none", defaultMessage: "Nie mamy tego adresu", description: "Nobody has the address" },
  noneText: {
    id: "personData.search.noneText",
    defaultMessage: "Nie ma go w\u00a0żadnej bazie konta. Sprawdź, czy adres jest cały i\u00a0bez literówek.",
    description: "Nobody has the address: what helps",
  },
  gone: {
    id: "personData.search.gone",
    defaultMessage: "Dane tego adresu usunięto już na zawsze",
    description: "The address was erased before",
  },
  goneText: {
    id: "personData.search.goneText",
    defaultMessage: "Nie mamy o\u00a0tej osobie nic. Adresu nie da się już zaimportować ani dodać.",
    description: "The address was erased before: what that means",
  },
  contacts: { id: "personData.held.contacts", defaultMessage: "Kontakty tej osoby", description: "Name of the table" },
  contact: { id: "personData.held.contact", defaultMessage: "Kontakt", description: "Column" },
  database: { id: "personData.held.database", defaultMessage: "Baza {uid}", description: "Under the address" },
  phone: { id: "personData.held.phone", defaultMessage: "Telefon", description: "Column" },
  externalId: { id: "personData.held.externalId", defaultMessage: "Identyfikator", description: "Column" },
  groups: { id: "personData.held.groups", defaultMessage: "Grupy", description: "Column: how many" },
  features: { id: "personData.held.features", defaultMessage: "Cechy", description: "Column: how many" },
  visitors: { id: "personData.held.visitors", defaultMessage: "Przeglądarki", description: "Column: how many" },
  handOut: { id: "personData.handOut.title", defaultMessage: "Wydaj dane", description: "Heading" },
  handOutText: {
    id: "personData.handOut.text",
    defaultMessage:
      "Plik ZIP ze wszystkim, co mamy: adresy, zgody z\u00a0historią, grupy, cechy, oceny, reakcje i\u00a0wizyty. Pobranie zapisujemy w\u00a0rejestrze zdarzeń.",
    description: "Under the heading",
  },
  handOutSubmit: { id: "personData.handOut.submit", defaultMessage: "Wydaj dane (ZIP)", description: "Button" },
  erase: { id: "personData.erase.title", defaultMessage: "Usuń dane na zawsze", description: "Heading" },
  eraseLead: {
    id: "personData.erase.lead",
    defaultMessage:
      "Adres znika ze wszystkich baz i\u00a0nie wraca z\u00a0żadnym plikiem. Liczby w\u00a0raportach zostają.",
    description: "Under the heading",
  },
  eraseAsk: { id: "personData.erase.ask", defaultMessage: "Usuń dane…", description: "Button: opens the dialog" },
  eraseText: {
    id: "personData.erase.text",
    defaultMessage:
      "Usuniemy {address} z\u00a0{count, plural, one {bazy {uids}} few {baz {uids}} many {baz {uids}} other {baz {uids}}}, grup, cech i\u00a0zgód. Liczby w\u00a0raportach zostaną. Adresu nie da się już zaimportować. Tego nie można cofnąć.",
    description: "What erasing does, before it",
  },
  eraseOthers: {
    id: "personData.erase.others",
    defaultMessage: "Tak samo usuniemy pozostałe adresy tych kontaktów: {addresses}.",
    description: "Other addresses that go too",
  },
  confirm: {
    id: "personData.erase.confirm",
    defaultMessage: "Wpisz adres, aby potwierdzić",
    description: "Label of the field",
  },
  confirmWrong: {
    id: "personData.erase.confirmWrong",
    defaultMessage: "To nie ten adres. Wpisz: {address}",
    description: "What was typed is another address",
  },
  eraseSubmit: { id: "personData.erase.submit", defaultMessage: "Usuń na zawsze", description: "Button" },
  erased: { id: "personData.erased.title", defaultMessage: "Usunięto dane na zawsze", description: "Receipt" },
  erasedText: {
    id: "personData.erased.text",
    defaultMessage:
      "Usunięto {contacts, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}} z\u00a0{count, plural, one {bazy {uids}} few {baz {uids}} many {baz {uids}} other {baz {uids}}}.",
    description: "Receipt: how many contacts",
  },
  erasedEntry: {
    id: "personData.erased.entry",
    defaultMessage: "Numer wpisu w\u00a0rejestrze zdarzeń: {id}",
    description: "Receipt: the entry in the event log",
  },
  toLog: { id: "personData.erased.toLog", defaultMessage: "Przejdź do rejestru", description: "Button" },
});
