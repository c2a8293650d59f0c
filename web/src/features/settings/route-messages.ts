import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the pages' own code. */
export const routeMessages = defineMessages({
  title: {
    id: "settings.page.title",
    defaultMessage: "Moje dane",
    description: "Heading of the settings page",
  },
});
