import { defineMessages } from "../../i18n/define-messages";

export const databasesRouteMessages = defineMessages({
  title: { id: "databases.page.title", defaultMessage: "Bazy", description: "Title of the page" },
});
