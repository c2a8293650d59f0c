import { defineMessages } from "../../i18n/define-messages";

/** What is said before the pages are there. */
export const connectionsRouteMessages = defineMessages({
  title: { id: "connections.page.title", defaultMessage: "Połączenia", description: "Title of the page" },
});
