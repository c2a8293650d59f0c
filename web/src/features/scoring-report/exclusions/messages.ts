import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { Reason } from "../../../lib/score-parts";

export const exclusionMessages = defineMessages({
  title: { id: "report.exclusions.title", defaultMessage: "Wykluczenia", description: "Heading" },
  text: {
    id: "report.exclusions.text",
    defaultMessage: "Kontakt liczy się raz, przy pierwszym powodzie: zgoda, grupa, wysyłki, adres.",
    description: "Under the heading",
  },
  none: {
    id: "report.exclusions.none",
    defaultMessage: "Nikt nie został wykluczony: ocenę mają wszystkie kontakty objęte scoringiem.",
    description: "In place of the chart",
  },
  lead: {
    id: "report.exclusions.lead",
    defaultMessage:
      "{excluded, number} z\u00a0{contacts, number} kontaktów objętych scoringiem nie ma oceny ({percent}).",
    description: "First sentence of the page",
  },
  reason: { id: "report.exclusions.reason", defaultMessage: "Powód", description: "Column" },
  contacts: { id: "report.exclusions.contacts", defaultMessage: "Kontakty", description: "Column and axis" },
  share: { id: "report.exclusions.share", defaultMessage: "Udział", description: "Column: percent" },
  changeSince: {
    id: "report.exclusions.changeSince",
    defaultMessage: "Od {date}",
    description: "Column: change since the calculation about a week before, such as 14/11",
  },
  total: { id: "report.exclusions.total", defaultMessage: "Razem", description: "Last line of the table" },
  withShare: {
    id: "report.exclusions.withShare",
    defaultMessage: "{count, number} ({percent})",
    description: "At a bar: contacts and their share",
  },
});

/** What helps against a reason. */
export const hintMessages: Readonly<Record<Reason, Message>> = defineMessages({
  NO_EMAIL: {
    id: "report.hint.NO_EMAIL",
    defaultMessage: "Uzupełnij adresy przy następnym imporcie",
    description: "What helps",
  },
  NO_GSM: {
    id: "report.hint.NO_GSM",
    defaultMessage: "Uzupełnij numery przy następnym imporcie",
    description: "What helps",
  },
  NO_CONSENT: {
    id: "report.hint.NO_CONSENT",
    defaultMessage: "Zgody udziela tylko kontakt",
    description: "What helps",
  },
  NOT_IN_GROUP: {
    id: "report.hint.NOT_IN_GROUP",
    defaultMessage: "Grupy zmienisz w\u00a0ustawieniach scoringu",
    description: "What helps",
  },
  NO_SENDING: {
    id: "report.hint.NO_SENDING",
    defaultMessage: "Wyślij coś albo wydłuż okres",
    description: "What helps",
  },
});
