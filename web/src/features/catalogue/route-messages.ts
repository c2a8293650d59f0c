import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the pages' own code. */
export const catalogueRouteMessages = defineMessages({
  groups: { id: "catalogue.groups.title", defaultMessage: "Grupy", description: "Title of the page" },
  features: { id: "catalogue.features.title", defaultMessage: "Cechy", description: "Title of the page" },
});
