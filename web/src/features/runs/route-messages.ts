import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the page's own code. */
export const runsRouteMessages = defineMessages({
  title: { id: "runs.page.title", defaultMessage: "Obliczenia", description: "Title of the page" },
});
