import { defineMessages } from "../../i18n/define-messages";

export const registrationMessages = defineMessages({
  activate: {
    id: "registration.activation.ask",
    defaultMessage: "Aktywacja konta",
    description: "Heading of the page that a confirmation link leads to",
  },
  activateText: {
    id: "registration.activation.askText",
    defaultMessage: "Został jeden krok: potwierdź, że to Twój adres e-mail.",
    description: "Under the heading",
  },
  activateSubmit: {
    id: "registration.activation.submit",
    defaultMessage: "Aktywuj konto",
    description: "Button",
  },
  trial: {
    id: "registration.register.trial",
    defaultMessage: "Przez pierwsze 14 dni konto jest bezpłatne.",
    description: "The trial, on the registration page",
  },
  closed: {
    id: "registration.closed.title",
    defaultMessage: "Rejestracja jest wyłączona",
    description: "Heading where nobody may get an account",
  },
  closedText: {
    id: "registration.closed.text",
    defaultMessage: "Konto zakłada tu administrator systemu.",
    description: "Under the heading",
  },
  sendAgain: { id: "registration.confirm.again", defaultMessage: "Wyślij link ponownie", description: "Button" },
  askAgain: {
    id: "registration.reset.again",
    defaultMessage: "Poproś o\u00a0nowy link",
    description: "Button: back to the form",
  },
  sentAgain: {
    id: "registration.confirm.sentAgain",
    defaultMessage: "Wysłano nowy link. Poprzedni już nie działa.",
    description: "Said after the link was sent again",
  },
  deadText: {
    id: "registration.newPassword.deadText",
    defaultMessage: "Link działa godzinę i\u00a0tylko raz. Poproś o\u00a0nowy, żeby zmienić hasło.",
    description: "Under the heading",
  },
  title: {
    id: "registration.register.title",
    defaultMessage: "Załóż konto",
    description: "Heading of the registration page",
  },
  lead: {
    id: "registration.register.lead",
    defaultMessage: "Na podany adres wyślemy link do aktywacji konta.",
    description: "Under the heading",
  },
  haveAccount: {
    id: "registration.register.haveAccount",
    defaultMessage: "Masz już konto?",
    description: "Before the link to sign in",
  },
  terms: {
    id: "registration.register.terms",
    defaultMessage: "Akceptuję <link>regulamin</link>",
    description: "Checkbox; the marked words lead to the document",
  },
  termsMissing: {
    id: "registration.register.termsMissing",
    defaultMessage: "Zaakceptuj regulamin",
    description: "The box is not ticked",
  },
  dataProcessing: {
    id: "registration.register.dataProcessing",
    defaultMessage: "Akceptuję <link>umowę powierzenia przetwarzania danych</link>",
    description: "Checkbox; the marked words lead to the document",
  },
  dataProcessingMissing: {
    id: "registration.register.dataProcessingMissing",
    defaultMessage: "Zaakceptuj umowę powierzenia przetwarzania danych",
    description: "The box is not ticked",
  },
  submit: {
    id: "registration.register.submit",
    defaultMessage: "Załóż konto",
    description: "Button",
  },
  confirm: {
    id: "registration.confirm.title",
    defaultMessage: "Potwierdź adres e-mail",
    description: "Heading after registration",
  },
  confirmText: {
    id: "registration.confirm.text",
    defaultMessage: "Wysłaliśmy wiadomość na adres {email}. Kliknij link w\u00a0wiadomości, aby aktywować konto.",
    description: "Where the link was sent",
  },
  confirmHint: {
    id: "registration.confirm.hint",
    defaultMessage: "Nie widzisz wiadomości? Sprawdź folder ze spamem.",
    description: "Under the text",
  },
  activated: {
    id: "registration.activation.title",
    defaultMessage: "Konto jest aktywne",
    description: "Heading: the confirmation link worked",
  },
  activatedText: {
    id: "registration.activation.text",
    defaultMessage: "Adres e-mail został potwierdzony. Możesz się zalogować.",
    description: "Under the heading",
  },
  notActivated: {
    id: "registration.activation.failed",
    defaultMessage: "Nie udało się aktywować konta",
    description: "Heading: the confirmation link failed",
  },
  notActivatedText: {
    id: "registration.activation.failedText",
    defaultMessage:
      "Jeśli konto zostało już aktywowane, zaloguj się. W\u00a0przeciwnym razie zarejestruj się ponownie, a\u00a0wyślemy nowy link.",
    description: "Under the heading",
  },
  again: {
    id: "registration.activation.again",
    defaultMessage: "Zarejestruj się ponownie",
    description: "Link",
  },
  resetTitle: {
    id: "registration.reset.title",
    defaultMessage: "Nie pamiętasz hasła?",
    description: "Heading of the page that asks for a reset link",
  },
  resetLead: {
    id: "registration.reset.lead",
    defaultMessage: "Podaj adres e-mail, a\u00a0wyślemy link do ustawienia nowego hasła.",
    description: "Under the heading",
  },
  resetSubmit: {
    id: "registration.reset.submit",
    defaultMessage: "Wyślij link",
    description: "Button",
  },
  resetSent: {
    id: "registration.reset.sent",
    defaultMessage: "Sprawdź pocztę",
    description: "Heading after asking for a link",
  },
  resetSentText: {
    id: "registration.reset.sentText",
    defaultMessage:
      "Jeśli adres {email} należy do konta, wysłaliśmy na niego link do ustawienia hasła. Link działa przez godzinę i\u00a0tylko raz.",
    description: "What happens next",
  },
  backToLogin: {
    id: "registration.reset.back",
    defaultMessage: "Wróć do logowania",
    description: "Link",
  },
  newTitle: {
    id: "registration.newPassword.title",
    defaultMessage: "Ustaw nowe hasło",
    description: "Heading of the page behind the reset link",
  },
  newLead: {
    id: "registration.newPassword.lead",
    defaultMessage: "Zmiana hasła zakończy wszystkie sesje.",
    description: "Under the heading",
  },
  newPassword: {
    id: "registration.newPassword.label",
    defaultMessage: "Nowe hasło",
    description: "Label",
  },
  newSubmit: {
    id: "registration.newPassword.submit",
    defaultMessage: "Ustaw hasło",
    description: "Button",
  },
  anotherLink: {
    id: "registration.newPassword.another",
    defaultMessage: "Wyślij nowy link",
    description: "Link",
  },
  changed: {
    id: "registration.newPassword.done",
    defaultMessage: "Hasło zostało zmienione",
    description: "Heading after the reset",
  },
  changedText: {
    id: "registration.newPassword.doneText",
    defaultMessage: "Możesz zalogować się nowym hasłem.",
    description: "Under the heading",
  },
});

/** Beside the form: what the account is for. */
export const benefitMessages = defineMessages({
  title: {
    id: "registration.benefits.title",
    defaultMessage: "Zobacz, kto naprawdę czyta Twoje wiadomości",
    description: "Heading beside the form",
  },
  score: {
    id: "registration.benefits.score",
    defaultMessage: "Każdy kontakt dostaje ocenę od 0\u00a0do 100, osobno za e-maile i\u00a0SMS-y.",
    description: "Beside the form",
  },
  nightly: {
    id: "registration.benefits.nightly",
    defaultMessage: "Co noc nowe oceny: zobaczysz, kto wraca, a\u00a0kto przestaje reagować.",
    description: "Beside the form",
  },
  start: {
    id: "registration.benefits.start",
    defaultMessage:
      "Wystarczy plik z\u00a0kontaktami i\u00a0raporty z\u00a0wysyłek. Możesz też połączyć dostawcę poczty.",
    description: "Beside the form",
  },
});
