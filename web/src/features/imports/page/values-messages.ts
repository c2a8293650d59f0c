import { defineMessages, type Message } from "../../../i18n/define-messages";
import { webActivityMessages } from "../../../i18n/score-messages";
import { wordMessages } from "../../../i18n/word-messages";

export const valuesMessages = defineMessages({
  title: {
    id: "imports.values.title",
    defaultMessage: "Co znaczą wartości w\u00a0kolumnie „{column}”",
    description: "Above the values of a column",
  },
  empty: { id: "imports.values.empty", defaultMessage: "(puste)", description: "Cells without anything" },
  filled: {
    id: "imports.values.filled",
    defaultMessage: "wypełnione",
    description: "All cells with something in them, which mean the same",
  },
  choose: { id: "imports.values.choose", defaultMessage: "Wybierz…", description: "A value without a meaning" },
  meaningOf: {
    id: "imports.values.meaningOf",
    defaultMessage: "„{value}” znaczy",
    description: "Name of the choice, read aloud",
  },
  unknown: {
    id: "imports.values.unknown",
    defaultMessage:
      "{count, plural, one {# wartość nie ma przypisanego znaczenia} few {# wartości nie mają przypisanego znaczenia} many {# wartości nie ma przypisanego znaczenia} other {# wartości nie ma przypisanego znaczenia}}: te wiersze pominiemy",
    description: "Under the values",
  },
  other: {
    id: "imports.values.other",
    defaultMessage:
      "{count, plural, one {# komórka ma inną wartość} few {# komórki mają inne wartości} many {# komórek ma inne wartości} other {# komórki ma inne wartości}}: sprawdź, czy to na pewno ta kolumna.",
    description: "Under the values: more than are listed",
  },
  partly: {
    id: "imports.values.partly",
    defaultMessage:
      "Policzone w\u00a0{rows, plural, one {pierwszym wierszu} few {pierwszych # wierszach} many {pierwszych # wierszach} other {pierwszych # wiersza}}. Całość policzymy przy sprawdzaniu pliku.",
    description: "Under the values: of a large file only the beginning was counted",
  },
  atCheck: {
    id: "imports.values.atCheck",
    defaultMessage: "Co znaczą te wartości?",
    description: "Heading: values that were met when the file was checked",
  },
  atCheckText: {
    id: "imports.values.atCheckText",
    defaultMessage: "Wierszy bez odpowiedzi nie zaimportujemy.",
    description: "Under the heading",
  },
  takenCount: {
    id: "imports.values.takenCount",
    defaultMessage:
      "{count, plural, one {# wartość i\u00a0jej znaczenie} few {# wartości i\u00a0ich znaczenia} many {# wartości i\u00a0ich znaczenia} other {# wartości i\u00a0ich znaczenia}}",
    description: "Opens the list of values and their meanings",
  },
  taken: { id: "imports.values.taken", defaultMessage: "Jak odczytaliśmy wartości", description: "Heading" },
  value: { id: "imports.values.value", defaultMessage: "Wartość", description: "Column: what stands in the file" },
  meaning: {
    id: "imports.values.meaning",
    defaultMessage: "Znaczenie",
    description: "Column: what the value was taken for",
  },
  nothing: { id: "imports.values.nothing", defaultMessage: "pominięte", description: "Such rows were refused" },
});

/** The name of a value that is not a text of the file; undefined for one that is. */
export function valueMessage(value: string): Message | undefined {
  return { "": valuesMessages.empty, "*": valuesMessages.filled }[value];
}

const consents: Readonly<Record<string, Message>> = defineMessages({
  yes: wordMessages.consent,
  no: { id: "imports.meaning.noConsent", defaultMessage: "brak zgody", description: "What a value means" },
  unsubscribed: {
    id: "imports.meaning.unsubscribed",
    defaultMessage: "wypisany na stałe",
    description: "What a value means: no file can give the consent again",
  },
  blocked: {
    id: "imports.meaning.blocked",
    defaultMessage: "brak zgody, adres zablokowany",
    description: "What a value means",
  },
  keep: { id: "imports.meaning.keep", defaultMessage: "bez zmian", description: "What a value means" },
});

const flags: Readonly<Record<string, Message>> = defineMessages({
  yes: { id: "imports.meaning.yes", defaultMessage: "tak", description: "What a value means" },
  no: { id: "imports.meaning.no", defaultMessage: "nie", description: "What a value means" },
  keep: { id: "imports.meaning.keepFlag", defaultMessage: "bez zmian", description: "What a value means" },
});

const events: Readonly<Record<string, Message>> = defineMessages({
  "mailing.sent": { id: "imports.event.mailingSent", defaultMessage: "e-mail wysłany", description: "Event" },
  "mailing.delivered": {
    id: "imports.event.mailingDelivered",
    defaultMessage: "e-mail doręczony",
    description: "Event",
  },
  "mailing.opened": { id: "imports.event.mailingOpened", defaultMessage: "e-mail otwarty", description: "Event" },
  "mailing.clicked": {
    id: "imports.event.mailingClicked",
    defaultMessage: "kliknięcie w\u00a0e-mailu",
    description: "Event",
  },
  "mailing.bounced": { id: "imports.event.mailingBounced", defaultMessage: "e-mail odbity", description: "Event" },
  "mailing.unsubscribed": {
    id: "imports.event.mailingUnsubscribed",
    defaultMessage: "wypisanie z\u00a0e-maili",
    description: "Event",
  },
  "sms.sent": { id: "imports.event.smsSent", defaultMessage: "SMS wysłany", description: "Event" },
  "sms.delivered": { id: "imports.event.smsDelivered", defaultMessage: "SMS doręczony", description: "Event" },
  "sms.clicked": {
    id: "imports.event.smsClicked",
    defaultMessage: "kliknięcie w\u00a0SMS-ie",
    description: "Event",
  },
  "sms.unsubscribed": {
    id: "imports.event.smsUnsubscribed",
    defaultMessage: "wypisanie z\u00a0SMS-ów",
    description: "Event",
  },
  "web.page_view": webActivityMessages.page_view,
  "web.product_view": webActivityMessages.product_view,
  "web.checkout_view": webActivityMessages.checkout_view,
  "web.payment_info": webActivityMessages.payment_info,
  "web.purchase": webActivityMessages.purchase,
  keep: { id: "imports.meaning.leaveOut", defaultMessage: "pomiń te wiersze", description: "What a value means" },
});

const BY_FIELD: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
  email_consent: consents,
  sms_consent: consents,
  type: events,
};

/** The possible meanings of a field's values, in the order of a choice. */
export function meaningsOfField(field: string): readonly string[] {
  return Object.keys(BY_FIELD[field] ?? flags);
}

/** The name of a meaning. */
export function meaningMessages(field: string, meaning: string): Message {
  const of: Readonly<Record<string, Message>> = BY_FIELD[field] ?? flags;
  return of[meaning] ?? valuesMessages.nothing;
}
