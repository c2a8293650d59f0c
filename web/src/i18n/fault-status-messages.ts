import { defineMessages } from "./define-messages";

/** The text of a failure whose reason has no text of its own. */
export const byStatus = defineMessages({
  unreachable: {
    id: "fault.status.unreachable",
    defaultMessage: "Brak połączenia z\u00a0serwerem. Sprawdź sieć i\u00a0spróbuj ponownie.",
    description: "No answer came",
  },
  unavailable: {
    id: "fault.status.unavailable",
    defaultMessage: "Część systemu chwilowo nie odpowiada. Spróbuj ponownie za chwilę.",
    description: "A service did not answer",
  },
  unauthorized: {
    id: "fault.status.unauthorized",
    defaultMessage: "Nie masz dostępu. Zaloguj się do systemu ponownie.",
    description: "401",
  },
  notFound: { id: "fault.status.notFound", defaultMessage: "Nie znaleziono", description: "404" },
  tooMany: {
    id: "fault.status.tooMany",
    defaultMessage: "Zbyt wiele zapytań. Spróbuj ponownie za chwilę.",
    description: "429",
  },
  server: {
    id: "fault.status.server",
    defaultMessage: "Wystąpił problem z\u00a0dostępem do systemu. Spróbuj ponownie za kilka minut.",
    description: "500",
  },
  generic: { id: "fault.status.generic", defaultMessage: "Wystąpił błąd", description: "Anything else" },
});
