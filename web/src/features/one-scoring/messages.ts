import { defineMessages } from "../../i18n/define-messages";

export const findMessages = defineMessages({
  gone: {
    id: "oneScoring.find.gone",
    defaultMessage: "Nie znaleźliśmy tego scoringu. Wybierz go z\u00a0listy albo utwórz nowy.",
    description: "Said in passing, on the page that an address without a scoring leads to",
  },
});
