import { defineMessages } from "./define-messages";

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
