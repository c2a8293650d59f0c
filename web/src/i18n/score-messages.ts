import { type Component, type Reason } from "../lib/score-parts";
import { defineMessages, type Message } from "./define-messages";

/** The reasons for a missing score. */
export const reasonMessages: Readonly<Record<Reason, Message>> = defineMessages({
  NO_EMAIL: { id: "score.reason.NO_EMAIL", defaultMessage: "Brak adresu e-mail", description: "Exclusion" },
  NO_GSM: { id: "score.reason.NO_GSM", defaultMessage: "Brak numeru telefonu", description: "Exclusion" },
  NO_CONSENT: { id: "score.reason.NO_CONSENT", defaultMessage: "Brak zgody", description: "Exclusion" },
  NOT_IN_GROUP: {
    id: "score.reason.NOT_IN_GROUP",
    defaultMessage: "Poza wybranymi grupami lub w\u00a0grupie wykluczonej",
    description: "Exclusion",
  },
  NO_SENDING: {
    id: "score.reason.NO_SENDING",
    defaultMessage: "Brak wysyłek w\u00a0okresie analizy",
    description: "Exclusion",
  },
});

/** Parts of a score. */
export const componentMessages: Readonly<Record<Component, Message>> = defineMessages({
  or: { id: "score.component.or", defaultMessage: "Otwarcia", description: "Part of the score: open rate" },
  ctr: { id: "score.component.ctr", defaultMessage: "Kliknięcia", description: "Part of the score: click rate" },
  delivery: { id: "score.component.delivery", defaultMessage: "Doręczenia", description: "Part of the score" },
  page_view: { id: "score.component.page_view", defaultMessage: "Odsłony stron", description: "Part of the score" },
  product_view: {
    id: "score.component.product_view",
    defaultMessage: "Wyświetlenia produktów",
    description: "Part of the score",
  },
  checkout_view: {
    id: "score.component.checkout_view",
    defaultMessage: "Przejścia do kasy",
    description: "Part of the score",
  },
  purchase: { id: "score.component.purchase", defaultMessage: "Zakupy", description: "Part of the score" },
  payment_info: {
    id: "score.component.payment_info",
    defaultMessage: "Dane płatności",
    description: "Part of the score",
  },
});

/** Types of communication, as the specification names them. */
export const typeMessages: Readonly<Record<string, Message>> = defineMessages({
  sales: { id: "score.type.sales", defaultMessage: "Sprzedażowa", description: "Type of e-mails" },
  info: { id: "score.type.info", defaultMessage: "Informacyjna", description: "Type of messages" },
  advertising: { id: "score.type.advertising", defaultMessage: "Reklamowa", description: "Type of messages" },
  internal: { id: "score.type.internal", defaultMessage: "Wewnętrzna", description: "Type of e-mails" },
  education: { id: "score.type.education", defaultMessage: "Edukacyjna", description: "Type of e-mails" },
  automatic: { id: "score.type.automatic", defaultMessage: "Automatyczna", description: "Type of SMS" },
  mandatory: { id: "score.type.mandatory", defaultMessage: "Obowiązkowa", description: "Type of SMS" },
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

type WebEvent = "page_view" | "product_view" | "checkout_view" | "payment_info" | "purchase";

/** Types of events on a website. */
export const webEventMessages: Readonly<Record<WebEvent, Message>> = defineMessages({
  page_view: { id: "common.webEvent.page", defaultMessage: "Odsłona strony", description: "Type of event" },
  product_view: {
    id: "common.webEvent.product",
    defaultMessage: "Wyświetlenie produktu",
    description: "Type of event",
  },
  checkout_view: { id: "common.webEvent.checkout", defaultMessage: "Przejście do kasy", description: "Type of event" },
  payment_info: componentMessages.payment_info,
  purchase: { id: "common.webEvent.purchase", defaultMessage: "Zakup", description: "Type of event" },
});

/** The same within a line. */
export const webActivityMessages: Readonly<Record<WebEvent, Message>> = defineMessages({
  page_view: { id: "common.webActivity.page", defaultMessage: "odsłona strony", description: "After a day" },
  product_view: {
    id: "common.webActivity.product",
    defaultMessage: "wyświetlenie produktu",
    description: "After a day",
  },
  checkout_view: { id: "common.webActivity.checkout", defaultMessage: "przejście do kasy", description: "After a day" },
  payment_info: { id: "common.webActivity.payment", defaultMessage: "dane płatności", description: "After a day" },
  purchase: { id: "common.webActivity.purchase", defaultMessage: "zakup", description: "After a day" },
});
