import { defineMessages } from "../../i18n/define-messages";

export const sampleMessages = defineMessages({
  download: {
    id: "imports.sample.download",
    defaultMessage: "Pobierz wzór",
    description: "Button: a file to start from",
  },
  of: {
    id: "imports.sample.of",
    defaultMessage: "Pobierz wzór: {kind}",
    description: "Name of the button, read aloud",
  },
  failed: { id: "imports.sample.failed", defaultMessage: "Nie udało się pobrać wzoru", description: "Failure" },
});
