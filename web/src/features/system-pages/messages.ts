import { defineMessages } from "../../i18n/define-messages";

export const systemMessages = defineMessages({
  title500: {
    id: "systemPages.failure.title",
    defaultMessage: "Problem z\u00a0dostępem do systemu",
    description: "Heading of the page for failures of the system",
  },
  text500: {
    id: "systemPages.failure.text",
    defaultMessage: "Spróbuj ponownie za kilka minut.",
    description: "Under the heading of the 500 page, where nobody was told of a failure",
  },
  text500Reported: {
    id: "systemPages.failure.textReported",
    defaultMessage: "Pomoc techniczna została powiadomiona. Spróbuj ponownie za kilka minut.",
    description: "Under the heading of the 500 page, where error reports are sent",
  },
  help500: {
    id: "systemPages.failure.help",
    defaultMessage: "Piszesz do pomocy technicznej? Podaj, kiedy to było: {when}.",
    description: "Below the button of the 500 page; a day, a time and its zone, like 02/11/2026 02:30 (Europe/Warsaw)",
  },
  home: { id: "systemPages.failure.home", defaultMessage: "Wróć do systemu", description: "Button: to the start page" },
  title401: {
    id: "systemPages.denied.title",
    defaultMessage: "Brak dostępu",
    description: "Heading of the page for a refused session",
  },
  text401: {
    id: "systemPages.denied.text",
    defaultMessage: "Zaloguj się do systemu ponownie.",
    description: "Under the heading of the 401 page",
  },
  help401: {
    id: "systemPages.denied.help",
    defaultMessage: "Sesja mogła wygasnąć albo zmieniono hasło do konta. Po zalogowaniu możesz pracować dalej.",
    description: "Below the button of the 401 page: why it is shown",
  },
});
