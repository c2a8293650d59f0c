import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { Reason } from "../../../lib/score-parts";
import { wordMessages } from "../../../i18n/word-messages";

export const unscorableMessages = defineMessages({
  all: {
    id: "scoringEditor.unscorable.why",
    defaultMessage: "Żadnego kontaktu nie można dziś ocenić: {why}.",
    description: "Nobody can be scored; why is a list such as “1 199 kontaktów nie ma zgody na e-maile”",
  },
  ofChannel: {
    id: "scoringEditor.unscorable.ofChannel",
    defaultMessage: "{channel}: żadnego kontaktu nie można dziś ocenić, {why}.",
    description: "The same where there are several channels",
  },
  empty: {
    id: "scoringEditor.unscorable.empty",
    defaultMessage: "W\u00a0bazie nie ma jeszcze kontaktów, nie ma kogo ocenić.",
    description: "Nobody can be scored",
  },
});

/** The reasons for excluded contacts, with counts. */
export const whyMessages: Readonly<Record<Reason, Message>> = defineMessages({
  NO_EMAIL: {
    id: "scoringEditor.why.NO_EMAIL",
    defaultMessage:
      "{count, plural, one {# kontakt nie ma} few {# kontakty nie mają} many {# kontaktów nie ma} other {# kontaktu nie ma}} adresu e-mail",
    description: "Part of a sentence",
  },
  NO_GSM: {
    id: "scoringEditor.why.NO_GSM",
    defaultMessage:
      "{count, plural, one {# kontakt nie ma} few {# kontakty nie mają} many {# kontaktów nie ma} other {# kontaktu nie ma}} numeru telefonu",
    description: "Part of a sentence",
  },
  NO_CONSENT: {
    id: "scoringEditor.why.NO_CONSENT",
    defaultMessage:
      "{count, plural, one {# kontakt nie ma} few {# kontakty nie mają} many {# kontaktów nie ma} other {# kontaktu nie ma}} zgody na {wares}",
    description: "Part of a sentence",
  },
  NOT_IN_GROUP: {
    id: "scoringEditor.why.NOT_IN_GROUP",
    defaultMessage:
      "{count, plural, one {# kontakt jest} few {# kontakty są} many {# kontaktów jest} other {# kontaktu jest}} poza wybranymi grupami",
    description: "Part of a sentence",
  },
  NO_SENDING: {
    id: "scoringEditor.why.NO_SENDING",
    defaultMessage:
      "{count, plural, one {# kontakt nic nie dostał} few {# kontakty nic nie dostały} many {# kontaktów nic nie dostało} other {# kontaktu nic nie dostało}} w\u00a0okresie analizy",
    description: "Part of a sentence",
  },
});

/** The remedy for each reason. */
export const remedyMessages: Readonly<Record<Reason, Message>> = defineMessages({
  NO_EMAIL: { id: "scoringEditor.remedy.NO_EMAIL", defaultMessage: "Uzupełnij adresy", description: "Link" },
  NO_GSM: { id: "scoringEditor.remedy.NO_GSM", defaultMessage: "Uzupełnij numery", description: "Link" },
  NO_CONSENT: { id: "scoringEditor.remedy.NO_CONSENT", defaultMessage: "Uzupełnij zgody", description: "Link" },
  NOT_IN_GROUP: { id: "scoringEditor.remedy.NOT_IN_GROUP", defaultMessage: "Zmień grupy", description: "Link" },
  NO_SENDING: wordMessages.uploadSendings,
});
