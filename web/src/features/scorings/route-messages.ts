import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the pages' own code. */
export const routeMessages = defineMessages({
  listTitle: { id: "scorings.list.title", defaultMessage: "Lista scoringów", description: "Heading of the list" },
  reportsTitle: { id: "scorings.reports.title", defaultMessage: "Raporty", description: "Heading of the reports" },
});
