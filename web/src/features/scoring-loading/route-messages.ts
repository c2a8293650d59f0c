import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the pages' own code. */
export const routeMessages = defineMessages({
  title: { id: "loading.page.title", defaultMessage: "Liczymy oceny", description: "Heading while it is calculated" },
});
