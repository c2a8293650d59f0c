import { defineMessages } from "../../../i18n/define-messages";

export const calculationMessages = defineMessages({
  title: {
    id: "scoringReport.calculation.title",
    defaultMessage: "Przeliczanie",
    description: "Heading of the progress",
  },
  ask: {
    id: "scoringReport.calculation.ask",
    defaultMessage: "Przeliczyć teraz?",
    description: "Heading of the question before a calculation",
  },
  consequence: {
    id: "scoringReport.calculation.consequence",
    defaultMessage: "Przeliczymy oceny na dziś według dzisiejszych zgód i\u00a0grup.",
    description: "What a calculation by hand does while there is no result of today",
  },
  replaces: {
    id: "scoringReport.calculation.replaces",
    defaultMessage: "Zastąpimy wynik z\u00a0{time} według dzisiejszych zgód i\u00a0grup.",
    description: "What a calculation by hand does; time of today's result",
  },
  replacesToday: {
    id: "scoringReport.calculation.replacesToday",
    defaultMessage: "Zastąpimy dzisiejszy wynik według dzisiejszych zgód i\u00a0grup.",
    description: "What a calculation by hand does when there is a result of today already",
  },
  confirm: { id: "scoringReport.calculation.confirm", defaultMessage: "Przelicz", description: "Button" },
  starting: {
    id: "scoringReport.calculation.starting",
    defaultMessage: "Rozpoczynanie…",
    description: "The request was sent",
  },
});
