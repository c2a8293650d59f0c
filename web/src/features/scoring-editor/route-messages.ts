import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the editor's own code. */
export const routeMessages = defineMessages({
  title: {
    id: "editor.page.title",
    defaultMessage: "Scoring",
    description: "Heading where the editor cannot be loaded",
  },
});
