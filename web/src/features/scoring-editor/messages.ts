import { defineMessages } from "../../i18n/define-messages";

export const editorMessages = defineMessages({
  title: { id: "editor.page.title", defaultMessage: "Scoring", description: "Heading where the editor cannot be loaded" },
});
