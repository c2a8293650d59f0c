import { defineMessages } from "../../i18n/define-messages";

export const sessionMessages = defineMessages({
  lead: {
    id: "session.login.lead",
    defaultMessage: "Scoring zaangażowania w\u00a0e-mailach, SMS-\u2060ach i\u00a0na stronie WWW.",
    description: "Under the heading: what the product is",
  },
  ranOut: {
    id: "session.login.ranOut",
    defaultMessage: "Sesja wygasła. Po zalogowaniu wrócisz tam, gdzie praca została przerwana.",
    description: "Above the form: a session ended without the person's doing",
  },
  userMenu: { id: "session.menu.label", defaultMessage: "Menu użytkownika", description: "Name of the user menu" },
  account: {
    id: "session.menu.account",
    defaultMessage: "Konto nr {account}",
    description: "Number of the account, in the user menu",
  },
  settings: { id: "session.menu.settings", defaultMessage: "Ustawienia", description: "User menu" },
  logoutFailed: {
    id: "session.logout.failed",
    defaultMessage: "Sesję zakończono tylko na tym urządzeniu, bo serwer nie odpowiada.",
    description: "Signing out did not reach the server",
  },
  forgotten: {
    id: "session.login.forgotten",
    defaultMessage: "Nie pamiętasz hasła?",
    description: "Link to the reset",
  },
  noAccount: { id: "session.login.noAccount", defaultMessage: "Nie masz konta?", description: "Before the link" },
  register: { id: "session.login.register", defaultMessage: "Zarejestruj się", description: "Link to registration" },
  trialText: {
    id: "session.trial.text",
    defaultMessage: "Aby dalej korzystać z funkcji, potrzebna jest aktywna subskrypcja.",
    description: "Under the heading",
  },
  trialUpgrade: { id: "session.trial.upgrade", defaultMessage: "Zmień plan na wyższy", description: "Button" },
  trialContact: {
    id: "session.trial.contact",
    defaultMessage: "Skontaktuj się z opiekunem konta, aby zmienić plan.",
    description: "Where no address for upgrades is configured",
  },
  enterTitle: {
    id: "session.enter.title",
    defaultMessage: "Zalogować jako inna osoba?",
    description: "Heading: a link would end the session and start another one",
  },
  enterText: {
    id: "session.enter.text",
    defaultMessage:
      "W\u00a0tej przeglądarce trwa już sesja. Link zakończy ją i\u00a0zaloguje osobę, dla której powstał.",
    description: "Under the heading",
  },
  enterTextNamed: {
    id: "session.enter.textNamed",
    defaultMessage: "Trwa sesja {email}. Link zakończy ją i\u00a0zaloguje osobę, dla której powstał.",
    description: "Under the heading, with the address of who is signed in",
  },
  enterStay: { id: "session.enter.stay", defaultMessage: "Zostań w\u00a0obecnej sesji", description: "Button" },
  enterSubmit: { id: "session.enter.submit", defaultMessage: "Zaloguj przez link", description: "Button" },
  logout: { id: "session.menu.logout", defaultMessage: "Wyloguj", description: "User menu: sign out" },
});

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
