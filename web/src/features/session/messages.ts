import { defineMessages } from "../../i18n/define-messages";

export const sessionMessages = defineMessages({
  title: { id: "session.login.title", defaultMessage: "Zaloguj się", description: "Heading of the sign-in page" },
  lead: {
    id: "session.login.lead",
    defaultMessage: "Scoring zaangażowania odbiorców e-maili, SMS\u2011ów i\u00a0stron WWW.",
    description: "Under the heading: what the product is",
  },
  email: { id: "session.login.email", defaultMessage: "Adres e-mail", description: "Label" },
  password: { id: "session.login.password", defaultMessage: "Hasło", description: "Label" },
  submit: { id: "session.login.submit", defaultMessage: "Zaloguj się", description: "Button" },
  required: { id: "session.login.required", defaultMessage: "To pole jest wymagane", description: "Empty field" },
  emailInvalid: {
    id: "session.login.emailInvalid",
    defaultMessage: "Podaj prawidłowy adres e-mail",
    description: "Not an e-mail address",
  },
  userMenu: { id: "session.menu.label", defaultMessage: "Menu użytkownika", description: "Name of the user menu" },
  account: {
    id: "session.menu.account",
    defaultMessage: "Konto nr {account}",
    description: "Number of the account, in the user menu",
  },
  logout: { id: "session.menu.logout", defaultMessage: "Wyloguj", description: "User menu: sign out" },
});
