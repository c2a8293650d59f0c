import { defineMessages } from "../../i18n/define-messages";

export const databasesMessages = defineMessages({
  lead: {
    id: "databases.page.lead",
    defaultMessage:
      "Baza to osobna lista kontaktów, np. sklepu albo marki. Pliki bez wskazanej bazy trafiają do oznaczonej „własna”.",
    description: "Under the title",
  },
  uid: { id: "databases.table.uid", defaultMessage: "UID", description: "Column" },
  imported: { id: "databases.table.imported", defaultMessage: "Ostatni import", description: "Column" },
  own: { id: "databases.table.own", defaultMessage: "własna", description: "Mark of the account's own database" },
  copy: { id: "databases.table.copy", defaultMessage: "Kopiuj UID {uid}", description: "Button" },
  upload: {
    id: "databases.table.upload",
    defaultMessage: "Wgraj kontakty do bazy {uid}",
    description: "Name of the link, read aloud",
  },
  rename: {
    id: "databases.table.rename",
    defaultMessage: "Zmień nazwę bazy {uid}",
    description: "Name of the button, read aloud",
  },
  example: { id: "databases.new.example", defaultMessage: "np. Sklep", description: "In the empty field of the name" },
  open: { id: "databases.new.open", defaultMessage: "Nowa baza", description: "Button" },
  hint: {
    id: "databases.new.hint",
    defaultMessage: "Numer bazy w\u00a0plikach i\u00a0API: od 3 do 9 cyfr, np. {uid}. Później nie da się go zmienić.",
    description: "Under the field",
  },
  wrong: { id: "databases.new.wrong", defaultMessage: "Wpisz od 3 do 9 cyfr", description: "Not a uid" },
  submit: { id: "databases.new.submit", defaultMessage: "Dodaj bazę", description: "Button" },
  made: { id: "databases.new.made", defaultMessage: "Dodano bazę {uid}", description: "Said after adding" },
  full: {
    id: "databases.new.full",
    defaultMessage: "Konto ma już {count, number} baz i nie może mieć więcej.",
    description: "In place of the button",
  },
});
