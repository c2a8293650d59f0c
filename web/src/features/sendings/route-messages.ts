import { defineMessages } from "../../i18n/define-messages";

/** What is said before the pages are there. */
export const sendingsRouteMessages = defineMessages({
  title: { id: "sendings.page.title", defaultMessage: "Wysyłki", description: "Title of the page" },
});
