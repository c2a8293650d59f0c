import { type Component, type Reason } from "../lib/score-parts";
import { defineMessages, type Message } from "./define-messages";

/** Why a contact has no score. */
export const reasonMessages: Readonly<Record<Reason, Message>> = defineMessages({
  NO_EMAIL: { id: "report.reason.NO_EMAIL", defaultMessage: "Brak adresu e-mail", description: "Exclusion" },
  NO_GSM: { id: "report.reason.NO_GSM", defaultMessage: "Brak numeru telefonu", description: "Exclusion" },
  NO_CONSENT: { id: "report.reason.NO_CONSENT", defaultMessage: "Brak zgody", description: "Exclusion" },
  NOT_IN_GROUP: {
    id: "report.reason.NOT_IN_GROUP",
    defaultMessage: "Poza wybranymi grupami lub w\u00a0grupie wykluczonej",
    description: "Exclusion",
  },
  NO_SENDING: {
    id: "report.reason.NO_SENDING",
    defaultMessage: "Brak wysyłek w\u00a0okresie analizy",
    description: "Exclusion",
  },
});

/** Parts of a score. */
export const componentMessages: Readonly<Record<Component, Message>> = defineMessages({
  or: { id: "report.component.or", defaultMessage: "Otwarcia", description: "Part of the score: open rate" },
  ctr: { id: "report.component.ctr", defaultMessage: "Kliknięcia", description: "Part of the score: click rate" },
  delivery: { id: "report.component.delivery", defaultMessage: "Doręczenia", description: "Part of the score" },
  page_view: { id: "report.component.page_view", defaultMessage: "Odsłony stron", description: "Part of the score" },
  product_view: {
    id: "report.component.product_view",
    defaultMessage: "Wyświetlenia produktów",
    description: "Part of the score",
  },
  checkout_view: {
    id: "report.component.checkout_view",
    defaultMessage: "Przejścia do kasy",
    description: "Part of the score",
  },
  purchase: { id: "report.component.purchase", defaultMessage: "Zakupy", description: "Part of the score" },
  payment_info: {
    id: "report.component.payment_info",
    defaultMessage: "Dane płatności",
    description: "Part of the score",
  },
});

/** Types of communication, as the specification names them. */
export const typeMessages: Readonly<Record<string, Message>> = defineMessages({
  sales: { id: "editor.type.sales", defaultMessage: "Sprzedażowa", description: "Type of e-mails" },
  info: { id: "editor.type.info", defaultMessage: "Informacyjna", description: "Type of messages" },
  advertising: { id: "editor.type.advertising", defaultMessage: "Reklamowa", description: "Type of messages" },
  internal: { id: "editor.type.internal", defaultMessage: "Wewnętrzna", description: "Type of e-mails" },
  education: { id: "editor.type.education", defaultMessage: "Edukacyjna", description: "Type of e-mails" },
  automatic: { id: "editor.type.automatic", defaultMessage: "Automatyczna", description: "Type of SMS" },
  mandatory: { id: "editor.type.mandatory", defaultMessage: "Obowiązkowa", description: "Type of SMS" },
});

export const nameMessages = defineMessages({
  empty: {
    id: "common.scoringName.empty",
    defaultMessage: "Nadaj scoringowi nazwę. Minimum to 4 znaki.",
    description: "A scoring without a name",
  },
  short: {
    id: "common.scoringName.short",
    defaultMessage: "Nazwa jest za krótka. Minimalna długość to 4 znaki",
    description: "A scoring's name of less than 4 characters",
  },
  long: {
    id: "common.scoringName.long",
    defaultMessage: "Nazwa jest za długa. Maksymalna długość to 40 znaków",
    description: "A scoring's name of more than 40 characters",
  },
});
