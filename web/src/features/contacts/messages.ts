import { defineMessages } from "../../i18n/define-messages";

export const contactMessages = defineMessages({
  list: { id: "contacts.page.title", defaultMessage: "Kontakty", description: "Title of the page" },
  email: { id: "contactsPerson.about.email", defaultMessage: "E-mail", description: "Label" },
  phone: { id: "contactsPerson.about.phone", defaultMessage: "Telefon", description: "Label" },
  externalId: { id: "contactsPerson.about.externalId", defaultMessage: "Identyfikator", description: "Label" },
  groups: { id: "contactsPerson.about.groups", defaultMessage: "Grupy", description: "Label" },
  features: { id: "contactsPerson.about.features", defaultMessage: "Cechy", description: "Label" },
  given: { id: "contacts.consent.given", defaultMessage: "zgoda", description: "There is a consent to a channel" },
  missing: { id: "contacts.consent.missing", defaultMessage: "brak zgody", description: "There is no consent" },
  blocked: { id: "contacts.consent.blocked", defaultMessage: "zablokowany", description: "Mark: a blocked address" },
});
