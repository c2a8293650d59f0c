import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the pages' own code. */
export const routeMessages = defineMessages({
  title: { id: "start.page.title", defaultMessage: "Oblicz nowy scoring", description: "Heading" },
});
