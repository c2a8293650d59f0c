import { defineMessages } from "../../../i18n/define-messages";

export const findMessages = defineMessages({
  lead: {
    id: "contacts.page.lead",
    defaultMessage: "Znajdź osobę: zobacz, skąd wzięła się jej ocena, zmień dane albo dodaj do grupy.",
    description: "Under the title",
  },
  field: {
    id: "contacts.search.field",
    defaultMessage: "E-mail, telefon lub identyfikator",
    description: "Label of the search field",
  },
  submit: { id: "contacts.search.submit", defaultMessage: "Szukaj", description: "Button" },
  hint: {
    id: "contacts.search.hint",
    defaultMessage: "cały albo jego początek",
    description: "In the empty search field: an address",
  },
  none: {
    id: "contacts.search.none",
    defaultMessage: "Nie ma takiego kontaktu",
    description: "Nobody has the address that was searched for",
  },
  noneText: {
    id: "contacts.search.noneText",
    defaultMessage:
      "Sprawdź pisownię albo wpisz sam początek adresu. Numer telefonu podaj z\u00a0kierunkowym, np. +48.",
    description: "What helps when nobody was found",
  },
  contact: { id: "contacts.table.contact", defaultMessage: "Kontakt", description: "Column" },
  filters: { id: "contacts.filter.filters", defaultMessage: "Filtry", description: "Name of the filters" },
  allDatabases: { id: "contacts.filter.allDatabases", defaultMessage: "wszystkie", description: "Every database" },
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
  toGroup: { id: "contacts.selection.toGroup", defaultMessage: "Dodaj do grupy", description: "Button and title" },
  outOfGroup: {
    id: "contacts.selection.outOfGroup",
    defaultMessage: "Usuń z\u00a0grupy",
    description: "Button and title",
  },
  clearSelection: { id: "contacts.selection.clear", defaultMessage: "Odznacz", description: "Button" },
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
    defaultMessage: "Grupa bazy {uid}: obejmie {count, number} z\u00a0{all, number} zaznaczonych",
    description: "Under the field: the others are of other databases",
  },
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
