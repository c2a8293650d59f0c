import { defineMessages } from "../../i18n/define-messages";

/** The next step, above its button. */
export const stepMessages = defineMessages({
  contacts: {
    id: "nextStep.step.contacts",
    defaultMessage: "Teraz wgraj kontakty, do których należą te zdarzenia.",
    description: "Next step",
  },
  sendings: {
    id: "nextStep.step.sendings",
    defaultMessage: "Teraz wgraj wysyłki i\u00a0reakcje na nie. Z\u00a0nich powstają oceny.",
    description: "Next step",
  },
  early: {
    id: "nextStep.step.early",
    defaultMessage:
      "Do scoringu potrzeba {of, number} dni wysyłek, masz {days, number}. Wgraj wcześniejsze albo wróć {date}.",
    description: "Next step: too few days of data so far",
  },
  scoring: {
    id: "nextStep.step.scoring",
    defaultMessage: "Masz wszystko, czego trzeba. Teraz oblicz pierwszy scoring.",
    description: "Next step",
  },
  toReports: { id: "nextStep.act.reports", defaultMessage: "Zobacz raporty", description: "Button: opens the reports" },
  report: {
    id: "nextStep.step.report",
    defaultMessage: "Nowe dane wejdą do ocen przy najbliższym przeliczeniu.",
    description: "Next step where there are results already",
  },
});
