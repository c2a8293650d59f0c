import { defineMessages } from "../../../i18n/define-messages";

export const percentMessages = defineMessages({
  sum: {
    id: "scoringEditor.percent.sum",
    defaultMessage: "Suma: {sum}%",
    description: "Under shares that add up to 100%",
  },
  sumMissing: {
    id: "scoringEditor.percent.missing",
    defaultMessage: "Suma: {sum}% (brakuje {missing}%)",
    description: "Under shares",
  },
  sumTooMuch: {
    id: "scoringEditor.percent.tooMuch",
    defaultMessage: "Suma: {sum}% (o\u00a0{over}% za dużo)",
    description: "Under shares",
  },
});
