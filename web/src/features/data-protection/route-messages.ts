import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the pages' own code. */
export const dataProtectionRouteMessages = defineMessages({
  log: { id: "log.page.title", defaultMessage: "Rejestr zdarzeń", description: "Title of the page" },
  person: { id: "personData.page.title", defaultMessage: "Dane osoby", description: "Title of the page" },
});
