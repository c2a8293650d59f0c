import { defineMessages, type Message } from "../../../i18n/define-messages";

/** What a column may be, by the contract's name. */
export const fieldMessages: Readonly<Record<string, Message>> = defineMessages({
  uid: { id: "imports.field.uid", defaultMessage: "Baza (uid)", description: "Field" },
  external_id: { id: "imports.field.external_id", defaultMessage: "Identyfikator zewnętrzny", description: "Field" },
  email: { id: "imports.field.email", defaultMessage: "E-mail", description: "Field" },
  gsm: { id: "imports.field.gsm", defaultMessage: "Telefon", description: "Field" },
  created_at: { id: "imports.field.created_at", defaultMessage: "Data dodania", description: "Field" },
  email_consent: { id: "imports.field.email_consent", defaultMessage: "Zgoda na e-mail", description: "Field" },
  sms_consent: { id: "imports.field.sms_consent", defaultMessage: "Zgoda na SMS", description: "Field" },
  email_blocked: { id: "imports.field.email_blocked", defaultMessage: "E-mail zablokowany", description: "Field" },
  gsm_blocked: { id: "imports.field.gsm_blocked", defaultMessage: "Telefon zablokowany", description: "Field" },
  groups: { id: "imports.field.groups", defaultMessage: "Grupy", description: "Field" },
  event_id: { id: "imports.field.event_id", defaultMessage: "Identyfikator zdarzenia", description: "Field" },
  occurred_at: {
    id: "imports.field.occurred_at",
    defaultMessage: "Data i\u00a0godzina zdarzenia",
    description: "Field",
  },
  type: { id: "imports.field.type", defaultMessage: "Rodzaj zdarzenia", description: "Field" },
  message_id: { id: "imports.field.message_id", defaultMessage: "Identyfikator wiadomości", description: "Field" },
  category: { id: "imports.field.category", defaultMessage: "Rodzaj komunikacji", description: "Field" },
  visitor_id: { id: "imports.field.visitor_id", defaultMessage: "Identyfikator odwiedzającego", description: "Field" },
  domain: { id: "imports.field.domain", defaultMessage: "Strona WWW", description: "Field" },
  machine: { id: "imports.field.machine", defaultMessage: "Zrobił to automat", description: "Field: yes or no" },
  channel: { id: "imports.field.channel", defaultMessage: "Kanał", description: "Field" },
  reason: { id: "imports.field.reason", defaultMessage: "Powód", description: "Field" },
});

export const featureMessages = defineMessages({
  title: {
    id: "imports.feature.title",
    defaultMessage: "Nowa cecha z\u00a0kolumny „{column}”",
    description: "Heading of the dialog",
  },
  name: { id: "imports.feature.name", defaultMessage: "Nazwa cechy", description: "Label" },
  nameHint: {
    id: "imports.feature.nameHint",
    defaultMessage: "Litery, cyfry, spacja oraz | _ - & %",
    description: "Under the name",
  },
  nameWrong: {
    id: "imports.feature.nameWrong",
    defaultMessage: "Użyj tylko liter, cyfr, spacji oraz | _ - & %",
    description: "A name that breaks the rules",
  },
  type: { id: "imports.feature.type", defaultMessage: "Rodzaj", description: "Label" },
  text: { id: "imports.feature.text", defaultMessage: "Tekst", description: "Type of a property" },
  number: { id: "imports.feature.number", defaultMessage: "Liczba", description: "Type of a property" },
  uid: {
    id: "imports.feature.uid",
    defaultMessage: "Cecha powstanie w\u00a0bazie {uid}.",
    description: "In the dialog",
  },
  submit: { id: "imports.feature.submit", defaultMessage: "Dodaj cechę", description: "Button" },
});
