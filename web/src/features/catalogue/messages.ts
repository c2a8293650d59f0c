import { defineMessages, type Message } from "../../i18n/define-messages";
import { wordMessages } from "../../i18n/word-messages";

/** The texts of a list. */
export type ListMessages = Readonly<
  Record<
    | "lead"
    | "add"
    | "addSubmit"
    | "added"
    | "removed"
    | "search"
    | "none"
    | "noneText"
    | "nameHint"
    | "nameMissing"
    | "nameSigns"
    | "inUse"
    | "inUseBy"
    | "inUseText",
    Message
  >
>;

export const catalogueMessages = defineMessages({
  lists: { id: "catalogue.page.lists", defaultMessage: "Grupy i\u00a0cechy", description: "Name of the two tabs" },
  filters: { id: "catalogue.filter.filters", defaultMessage: "Filtry listy", description: "Name of the filters" },
  allDatabases: { id: "catalogue.filter.allDatabases", defaultMessage: "wszystkie", description: "Every database" },
  type: { id: "catalogue.table.type", defaultMessage: "Typ", description: "Column and label: numbers or texts" },
  typeHint: {
    id: "catalogue.add.typeHint",
    defaultMessage: "Ocenę można zapisać tylko w cesze typu Liczba. Typu nie da się później zmienić.",
    description: "Beside the choice of a feature's type",
  },
  usedIn: {
    id: "catalogue.table.usedIn",
    defaultMessage: "W\u00a0scoringach",
    description: "Column: scorings that use it",
  },
  purpose: {
    id: "catalogue.table.purpose",
    defaultMessage: "Zastosowanie",
    description: "Column: content of a feature",
  },
  scoreOf: {
    id: "catalogue.table.scoreOf",
    defaultMessage: "Ocena ze scoringu {scoring}",
    description: "Content of a feature; the name of the scoring is a link",
  },
  contactData: {
    id: "catalogue.table.contactData",
    defaultMessage: "Dane o\u00a0kontakcie",
    description: "Content of a feature that no scoring writes to",
  },
  remove: { id: "catalogue.menu.remove", defaultMessage: "Usuń", description: "Entry of a row's menu" },
});

export const groupMessages: ListMessages = defineMessages({
  lead: {
    id: "catalogue.groups.lead",
    defaultMessage: "Grupy decydują, kogo oceniamy. Kliknij nazwę, aby zobaczyć kontakty grupy.",
    description: "Under the title",
  },
  add: { id: "catalogue.groups.add", defaultMessage: "Nowa grupa", description: "Button and title of the dialog" },
  addSubmit: { id: "catalogue.groups.addSubmit", defaultMessage: "Dodaj grupę", description: "Button" },
  added: { id: "catalogue.groups.added", defaultMessage: "Dodano grupę „{name}”", description: "Said after it" },
  removed: { id: "catalogue.groups.removed", defaultMessage: "Usunięto grupę „{name}”", description: "Said after it" },
  search: { id: "catalogue.groups.search", defaultMessage: "Szukaj grupy", description: "Label of the search field" },
  none: { id: "catalogue.groups.none", defaultMessage: "Nie ma jeszcze grup", description: "Empty list" },
  noneText: {
    id: "catalogue.groups.noneText",
    defaultMessage: "Utwórz grupę i\u00a0dodaj do niej kontakty. Grupy z\u00a0wgranego pliku utworzymy automatycznie.",
    description: "Empty list: what makes one",
  },
  nameHint: {
    id: "catalogue.groups.nameHint",
    defaultMessage: "Najwyżej 100 znaków. Nazwa nie może się powtarzać w\u00a0bazie.",
    description: "Under the field: the rules of a name",
  },
  nameMissing: { id: "catalogue.groups.nameMissing", defaultMessage: "Nazwij grupę", description: "Empty name" },
  nameSigns: {
    id: "catalogue.groups.nameSigns",
    defaultMessage: "Wpisz inną nazwę",
    description: "A name with signs that no group may have",
  },
  inUse: {
    id: "catalogue.groups.inUse",
    defaultMessage: "Nie można usunąć grupy „{name}”",
    description: "Title of the dialog",
  },
  inUseBy: {
    id: "catalogue.groups.inUseBy",
    defaultMessage:
      "{count, plural, one {Używa jej scoring:} few {Używają jej scoringi:} many {Używają jej scoringi:} other {Używają jej scoringi:}}",
    description: "Above the scorings that use the group",
  },
  inUseText: {
    id: "catalogue.groups.inUseText",
    defaultMessage: "Wyłącz scoring i\u00a0wybierz w\u00a0nim inne grupy. Potem usuniesz tę.",
    description: "What helps",
  },
});

export const featureMessages: ListMessages = defineMessages({
  lead: {
    id: "catalogue.features.lead",
    defaultMessage: "Cecha to informacja o kontakcie: miasto, ocena, data zakupu.",
    description: "Under the title",
  },
  add: { id: "catalogue.features.add", defaultMessage: "Nowa cecha", description: "Button and title of the dialog" },
  addSubmit: wordMessages.addFeature,
  added: { id: "catalogue.features.added", defaultMessage: "Dodano cechę „{name}”", description: "Said after it" },
  removed: {
    id: "catalogue.features.removed",
    defaultMessage: "Usunięto cechę „{name}”",
    description: "Said after it",
  },
  search: { id: "catalogue.features.search", defaultMessage: "Szukaj cechy", description: "Label of the search field" },
  none: { id: "catalogue.features.none", defaultMessage: "Nie ma jeszcze cech", description: "Empty list" },
  noneText: {
    id: "catalogue.features.noneText",
    defaultMessage:
      "Cecha to np. miasto albo imię. Utwórz ją tutaj albo podczas wgrywania pliku. Scoring może też zapisywać w\u00a0niej ocenę.",
    description: "Empty list: what it is for",
  },
  nameHint: {
    id: "catalogue.features.nameHint",
    defaultMessage: "Litery, cyfry, spacje oraz znaki _ - | & %. Nazwa nie może się powtarzać w\u00a0bazie.",
    description: "Under the field: the rules of a name",
  },
  nameMissing: { id: "catalogue.features.nameMissing", defaultMessage: "Nazwij cechę", description: "Empty name" },
  nameSigns: {
    id: "catalogue.features.nameSigns",
    defaultMessage: "Nazwa może zawierać tylko litery, cyfry, spacje i\u00a0znaki: | _ - & %",
    description: "A name with signs that no feature may have",
  },
  inUse: {
    id: "catalogue.features.inUse",
    defaultMessage: "Nie można usunąć cechy „{name}”",
    description: "Title of the dialog",
  },
  inUseBy: {
    id: "catalogue.features.inUseBy",
    defaultMessage:
      "{count, plural, one {Ocenę zapisuje w\u00a0niej scoring:} few {Ocenę zapisują w\u00a0niej scoringi:} many {Ocenę zapisują w\u00a0niej scoringi:} other {Ocenę zapisują w\u00a0niej scoringi:}}",
    description: "Above the scorings that fill the feature",
  },
  inUseText: {
    id: "catalogue.features.inUseText",
    defaultMessage: "Odłącz cechę w\u00a0podsumowaniu scoringu. Potem ją usuniesz.",
    description: "What helps",
  },
});

export const TYPES = ["Text", "Number"] as const;
export type FeatureType = (typeof TYPES)[number];

const typeMessages: Readonly<Record<FeatureType, Message>> = defineMessages({
  Number: wordMessages.number,
  Text: wordMessages.text,
});

/** The name of a feature's type. */
export function typeName(type: string): Message {
  return typeMessages[TYPES.find((one) => one === type) ?? "Text"];
}
