import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { Reason } from "../../../lib/score-parts";

export const exclusionMessages = defineMessages({
  text: {
    id: "scoringReport.exclusions.text",
    defaultMessage:
      "Kontakt z\u00a0kilkoma powodami liczy się raz: sprawdzamy po kolei zgodę, grupy, wysyłki, a\u00a0na końcu adres lub numer.",
    description: "Under the heading",
  },
  none: {
    id: "scoringReport.exclusions.none",
    defaultMessage: "Nikt nie został wykluczony: ocenę mają wszystkie kontakty objęte scoringiem.",
    description: "In place of the chart",
  },
  lead: {
    id: "scoringReport.exclusions.lead",
    defaultMessage:
      "{excluded, number} z\u00a0{contacts, number} kontaktów objętych scoringiem nie ma oceny ({percent}).",
    description: "First sentence of the page",
  },
  withShare: {
    id: "scoringReport.exclusions.withShare",
    defaultMessage: "{count, number} ({percent})",
    description: "At a bar: contacts and their share",
  },
});

/** The remedy for each reason. */
export const hintMessages: Readonly<Record<Reason, Message>> = defineMessages({
  NO_EMAIL: {
    id: "scoringReport.hint.NO_EMAIL",
    defaultMessage: "Uzupełnij adresy przy następnym imporcie",
    description: "What helps",
  },
  NO_GSM: {
    id: "scoringReport.hint.NO_GSM",
    defaultMessage: "Uzupełnij numery przy następnym imporcie",
    description: "What helps",
  },
  NO_CONSENT: {
    id: "scoringReport.hint.NO_CONSENT",
    defaultMessage: "Zgody udziela tylko kontakt",
    description: "What helps",
  },
  NOT_IN_GROUP: {
    id: "scoringReport.hint.NOT_IN_GROUP",
    defaultMessage: "Grupy zmienisz w\u00a0ustawieniach scoringu",
    description: "What helps",
  },
  NO_SENDING: {
    id: "scoringReport.hint.NO_SENDING",
    defaultMessage: "Wyślij coś albo wydłuż okres",
    description: "What helps",
  },
});
