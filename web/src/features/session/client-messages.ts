import { defineMessages } from "../../i18n/define-messages";

export const clientMessages = defineMessages({
  title: {
    id: "session.client.title",
    defaultMessage: "Zaloguj się na konto klienta",
    description: "Heading of the dialog that enters a client's account",
  },
  clientId: {
    id: "session.client.clientId",
    defaultMessage: "ID klienta",
    description: "Label: number of the account",
  },
  hint: {
    id: "session.client.hint",
    defaultMessage: "Numer konta klienta powiązanego z\u00a0Twoim kontem.",
    description: "Under the field",
  },
  unknown: {
    id: "session.client.unknown",
    defaultMessage: "Nieprawidłowe ID klienta. Podaj prawidłowe ID i\u00a0spróbuj zalogować się ponownie.",
    description: "Second line of the error when no client has that ID",
  },
  enter: { id: "session.client.enter", defaultMessage: "Zaloguj", description: "Button: enter the client's account" },
  open: {
    id: "session.client.open",
    defaultMessage: "Zaloguj się na konto klienta…",
    description: "User menu: opens the dialog",
  },
  back: {
    id: "session.client.back",
    defaultMessage: "Wróć na konto główne",
    description: "User menu: back from a client's account",
  },
  superAdmin: {
    id: "session.client.superAdmin",
    defaultMessage: "Pracujesz jako superadministrator na koncie nr {account}",
    description: "A super admin works on this account",
  },
  inClient: {
    id: "session.client.inClient",
    defaultMessage: "Pracujesz na koncie klienta nr {account}",
    description: "Said on every page while the person works in a client's account",
  },
});
