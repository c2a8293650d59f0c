import { defineMessages } from "../../../i18n/define-messages";

export const oneWayMessages = defineMessages({
  title: {
    id: "editor.oneWay.title",
    defaultMessage: "Przejść na własne wagi?",
    description: "Question before the guided way is left for good",
  },
  text: {
    id: "editor.oneWay.text",
    defaultMessage: "Zaczniesz od obecnych: {weights}. Powrotu do konfiguratora nie ma",
    description: "Under the question; {weights} like 45, 30, 25",
  },
  leave: { id: "editor.oneWay.leave", defaultMessage: "Przejdź", description: "Button: leave the guided way" },
  copy: {
    id: "editor.oneWay.copy",
    defaultMessage: "Ustaw w\u00a0kopii",
    description: "Button: own weights in a copy",
  },
  copyName: {
    id: "editor.oneWay.copyName",
    defaultMessage: " – własne wagi",
    description: "After the name of the copy",
  },
});
