import { defineMessages } from "../../i18n/define-messages";

/** What the routes say without the pages' own code. */
export const routeMessages = defineMessages({
  list: { id: "contacts.page.title", defaultMessage: "Kontakty", description: "Title of the page" },
  add: { id: "contacts.new.title", defaultMessage: "Nowy kontakt", description: "Title of the page" },
  failed: {
    id: "person.page.failed",
    defaultMessage: "Nie udało się wczytać kontaktu",
    description: "Heading when the page could not be loaded",
  },
  gone: { id: "person.page.gone", defaultMessage: "Nie ma takiego kontaktu", description: "Heading" },
  goneText: {
    id: "person.page.goneText",
    defaultMessage: "Został usunięty albo adres strony jest nieprawidłowy.",
    description: "Under the heading",
  },
  toSearch: { id: "person.page.toSearch", defaultMessage: "Wróć do wyszukiwania", description: "Button" },
});
