import { defineMessages } from "../i18n/define-messages";

export const copyMessages = defineMessages({
  copied: { id: "ui.button.copied", defaultMessage: "Skopiowano", description: "Said after copying" },
  failed: {
    id: "ui.button.failed",
    defaultMessage: "Przeglądarka nie pozwala kopiować. Zaznacz tekst i\u00a0skopiuj go ręcznie.",
    description: "Said when copying failed",
  },
});
