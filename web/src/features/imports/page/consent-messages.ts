import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { ConsentChannel } from "../model/reading";

export const consentMessages = defineMessages({
  title: { id: "imports.consent.title", defaultMessage: "Zgody nowych kontaktów", description: "Heading" },
  text: {
    id: "imports.consent.text",
    defaultMessage: "Oceniamy tylko osoby, które zgodziły się na wiadomości.",
    description: "Under the heading",
  },
  byColumn: {
    id: "imports.consent.byColumn",
    defaultMessage:
      "{channel, select, sms {SMS} other {E-mail}}: zgody są w\u00a0pliku. Zgodę ma {given, number}, nie ma jej {without, number}.",
    description: "A column of the file says who consented",
  },
  given: { id: "imports.consent.given", defaultMessage: "Tak, mam ich zgody", description: "Choice" },
  givenText: {
    id: "imports.consent.givenText",
    defaultMessage:
      "{count, plural, one {# kontakt będzie oceniany} few {# kontakty będą oceniane} many {# kontaktów będzie ocenianych} other {# kontaktu będzie oceniane}}",
    description: "Under the choice: what follows",
  },
  source: { id: "imports.consent.source", defaultMessage: "Skąd są te zgody", description: "Label" },
  sourceExample: {
    id: "imports.consent.sourceExample",
    defaultMessage: "np. formularz zapisu",
    description: "In the empty field",
  },
  sourceText: {
    id: "imports.consent.sourceText",
    defaultMessage: "Zapiszemy to w\u00a0historii zgód kontaktu i\u00a0w\u00a0rejestrze.",
    description: "Under the field",
  },
  column: { id: "imports.consent.column", defaultMessage: "Plik mówi, kto się zgodził", description: "Choice" },
  columnOf: {
    id: "imports.consent.columnOf",
    defaultMessage: "Kolumna ze zgodami",
    description: "Name of the choice, read aloud",
  },
  chooseColumn: { id: "imports.consent.chooseColumn", defaultMessage: "Wybierz kolumnę…", description: "Choice" },
  none: { id: "imports.consent.none", defaultMessage: "Nie lub nie wiem", description: "Choice" },
  noneText: {
    id: "imports.consent.noneText",
    defaultMessage: "Nikt z\u00a0nich nie będzie oceniany",
    description: "Under the choice: what follows",
  },
  unanswered: {
    id: "imports.consent.unanswered",
    defaultMessage: "Odpowiedz na pytanie o\u00a0zgody nowych kontaktów, żeby zaimportować plik.",
    description: "Why the button is off",
  },
  unsourced: {
    id: "imports.consent.unsourced",
    defaultMessage: "Napisz, skąd są zgody, żeby zaimportować plik.",
    description: "Why the button is off",
  },
  existing: {
    id: "imports.consent.existing",
    defaultMessage: "Zgody osób, które już są w\u00a0bazie",
    description: "Heading",
  },
  keep: { id: "imports.consent.keep", defaultMessage: "Bez zmian (zalecane)", description: "Choice" },
  keepText: {
    id: "imports.consent.keepText",
    defaultMessage: "Zostają takie, jakie są, cokolwiek mówi plik.",
    description: "Under the choice",
  },
  apply: { id: "imports.consent.apply", defaultMessage: "Jak w\u00a0pliku", description: "Choice" },
  applyText: {
    id: "imports.consent.applyText",
    defaultMessage:
      "+{given, number}, −{withdrawn, number}{kept, plural, =0 {} one {; # wypisany zostaje} few {; # wypisanych zostaje} many {; # wypisanych zostaje} other {; # wypisanego zostaje}}",
    description: "Under the choice: what the file does to consents",
  },
  counting: {
    id: "imports.consent.counting",
    defaultMessage: "Liczymy, ile zgód zmieni plik…",
    description: "Under the choice, until it is known",
  },
});

export const questionMessages: Readonly<Record<ConsentChannel, Message>> = defineMessages({
  email: {
    id: "imports.consent.email",
    defaultMessage:
      "{count, plural, one {# nowy kontakt. Czy zgodził} few {# nowe kontakty. Czy zgodziły} many {# nowych kontaktów. Czy zgodziły} other {# nowego kontaktu. Czy zgodziły}} się na e-maile?",
    description: "Question",
  },
  sms: {
    id: "imports.consent.sms",
    defaultMessage:
      "{count, plural, one {# nowy kontakt. Czy zgodził} few {# nowe kontakty. Czy zgodziły} many {# nowych kontaktów. Czy zgodziły} other {# nowego kontaktu. Czy zgodziły}} się na SMS-y?",
    description: "Question",
  },
});

/** Where consents usually are from. */
export const sourceMessages: Readonly<Record<string, Message>> = defineMessages({
  form: {
    id: "imports.source.form",
    defaultMessage: "formularz zapisu na stronie",
    description: "Where consents are from",
  },
  shop: {
    id: "imports.source.shop",
    defaultMessage: "sklep internetowy",
    description: "Where consents are from",
  },
  contract: { id: "imports.source.contract", defaultMessage: "umowa", description: "Where consents are from" },
  paper: {
    id: "imports.source.paper",
    defaultMessage: "papierowy formularz",
    description: "Where consents are from",
  },
  event: { id: "imports.source.event", defaultMessage: "wydarzenie", description: "Where consents are from" },
});
