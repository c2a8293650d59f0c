import { defineMessages } from "../../i18n/define-messages";

export const contactMessages = defineMessages({
  missing: { id: "contacts.consent.missing", defaultMessage: "brak zgody", description: "There is no consent" },
  blocked: { id: "contacts.consent.blocked", defaultMessage: "zablokowany", description: "Mark: a blocked address" },
});
