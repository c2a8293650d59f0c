import { defineMessages, type Message } from "./define-messages";

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
