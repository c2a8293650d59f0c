import { defineMessages } from "../../i18n/define-messages";

/** Adding a contact and changing one. */
export const editMessages = defineMessages({
  database: { id: "contacts.edit.database", defaultMessage: "Baza", description: "Label" },
  addresses: { id: "contacts.edit.addresses", defaultMessage: "Adresy", description: "Heading" },
  oneAddress: {
    id: "contacts.edit.oneAddress",
    defaultMessage: "Wystarczy jeden. W\u00a0bazie nikt inny nie może go mieć.",
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
  addressMissing: {
    id: "contacts.edit.addressMissing",
    defaultMessage: "Podaj e-mail, numer telefonu albo identyfikator",
    description: "No address at all",
  },
  consents: { id: "contacts.edit.consents", defaultMessage: "Zgody", description: "Heading" },
  onlyContact: {
    id: "contacts.edit.onlyContact",
    defaultMessage:
      "Zgody udziela tylko kontakt. Zapisz ją tu, jeśli udzielił jej poza systemem, i\u00a0napisz, skąd o\u00a0tym wiadomo.",
    description: "Why a consent needs a note",
  },
  emailConsent: { id: "contacts.edit.emailConsent", defaultMessage: "Zgoda na e-mail", description: "Checkbox" },
  smsConsent: { id: "contacts.edit.smsConsent", defaultMessage: "Zgoda na SMS", description: "Checkbox" },
  note: { id: "contacts.edit.note", defaultMessage: "Skąd jest ta zgoda", description: "Label" },
  noteHint: {
    id: "contacts.edit.noteHint",
    defaultMessage: "Na przykład: formularz papierowy z\u00a0targów, 12/11/2026. Notatka zostaje w\u00a0historii zgód.",
    description: "Under the field",
  },
  noteMissing: {
    id: "contacts.edit.noteMissing",
    defaultMessage: "Napisz, skąd jest ta zgoda",
    description: "No note",
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
  addFeature: { id: "contacts.edit.addFeature", defaultMessage: "Dodaj cechę", description: "Label: find a feature" },
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
  filled: { id: "contacts.edit.filled", defaultMessage: "Tę cechę zapisuje scoring.", description: "Under the field" },
  number: { id: "contacts.edit.number", defaultMessage: "Liczba", description: "Type of a feature" },
  text: { id: "contacts.edit.text", defaultMessage: "Tekst", description: "Type of a feature" },
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
  addSubmit: { id: "contacts.edit.addSubmit", defaultMessage: "Dodaj kontakt", description: "Button" },
  changeAddresses: { id: "contacts.edit.changeAddresses", defaultMessage: "Zmień adresy", description: "Title" },
  addressesChanged: {
    id: "contacts.edit.addressesChanged",
    defaultMessage: "Zmieniono adresy",
    description: "Said after it",
  },
  save: { id: "contacts.edit.save", defaultMessage: "Zapisz", description: "Button" },
});
