import { defineMessages, type Message } from "./define-messages";
import type { BandKey } from "../lib/bands";
import type { Channel, MessageChannel } from "../lib/channel";

/** Words that more than one feature uses. */
export const commonMessages = defineMessages({
  product: { id: "common.product.name", defaultMessage: "Puls", description: "Name of the product" },
  pageTitle: {
    id: "common.page.title",
    defaultMessage: "{page} – Puls",
    description: "Title of the browser's tab",
  },
  trail: {
    id: "common.page.trail",
    defaultMessage: "Położenie strony",
    description: "Name of the path above the title",
  },
  retry: { id: "common.action.retry", defaultMessage: "Spróbuj ponownie", description: "Button: load again" },
  partFailed: {
    id: "common.state.partFailed",
    defaultMessage: "Nie udało się wczytać",
    description: "In place of a part of a page",
  },
  loading: { id: "common.state.loading", defaultMessage: "Wczytywanie…", description: "Said while a page loads" },
  trace: {
    id: "common.state.trace",
    defaultMessage: "Numer dla pomocy technicznej: {trace}",
    description: "Id that support asks for after an error",
  },
  none: { id: "common.value.none", defaultMessage: "–", description: "Shown where a table has no value" },
  noneSpoken: {
    id: "common.value.noneSpoken",
    defaultMessage: "brak",
    description: "Read aloud where a table has no value",
  },
  language: { id: "common.action.language", defaultMessage: "Język", description: "Label of the language switch" },
  polish: { id: "common.language.polish", defaultMessage: "Polski", description: "Language, in its own name" },
  english: { id: "common.language.english", defaultMessage: "English", description: "Language, in its own name" },
  theme: { id: "common.action.theme", defaultMessage: "Wygląd", description: "Label of the light/dark switch" },
  themeSystem: {
    id: "common.theme.system",
    defaultMessage: "Jak w\u00a0systemie",
    description: "Light or dark as the system says",
  },
  themeLight: { id: "common.theme.light", defaultMessage: "Jasny", description: "Light appearance" },
  themeDark: { id: "common.theme.dark", defaultMessage: "Ciemny", description: "Dark appearance" },
  email: { id: "common.field.email", defaultMessage: "Adres e-mail", description: "Label" },
  required: { id: "common.field.required", defaultMessage: "To pole jest wymagane", description: "Empty field" },
  emailInvalid: {
    id: "common.field.emailInvalid",
    defaultMessage: "Podaj prawidłowy adres e-mail",
    description: "Not an e-mail address",
  },
  cancel: { id: "common.action.cancel", defaultMessage: "Anuluj", description: "Button" },
  close: { id: "common.action.close", defaultMessage: "Zamknij", description: "Button" },
  showPassword: {
    id: "common.field.showPassword",
    defaultMessage: "Pokaż hasło",
    description: "Button in a password field; pressed while the password can be read",
  },
  demo: {
    id: "common.demo.title",
    defaultMessage: "Tryb demonstracyjny",
    description: "Title: not in the demonstration",
  },
  partMissing: {
    id: "common.part.title",
    defaultMessage: "Nie udało się wczytać tej strony",
    description: "A part of the program did not come",
  },
  partMissingText: {
    id: "common.part.text",
    defaultMessage: "Nie ma połączenia albo pojawiła się nowa wersja.",
    description: "Why a part of the program did not come",
  },
  reload: { id: "common.part.reload", defaultMessage: "Odśwież", description: "Button: load the page anew" },
  leaveAsk: {
    id: "common.leave.title",
    defaultMessage: "Wyjść bez zapisania zmian?",
    description: "Question before a page with unsaved edits is left",
  },
  leaveText: {
    id: "common.leave.text",
    defaultMessage: "Zmiany na tej stronie nie są zapisane i\u00a0przepadną.",
    description: "Under the question",
  },
  leave: { id: "common.leave.submit", defaultMessage: "Wyjdź bez zapisu", description: "Button" },
  stay: { id: "common.leave.stay", defaultMessage: "Zostań", description: "Button: keep editing" },
  tableFooter: {
    id: "common.table.footer",
    defaultMessage:
      "Wyświetlono {start} - {end} z\u00a0{total, plural, one {# wyniku} few {# wyników} many {# wyników} other {# wyniku}}",
    description: "Under a table",
  },
  pages: { id: "common.table.pages", defaultMessage: "Strony tabeli", description: "Name of the way through pages" },
  pageSize: { id: "common.table.pageSize", defaultMessage: "Wierszy na stronie", description: "Label of a selector" },
  previousPage: { id: "common.table.previous", defaultMessage: "Poprzednia strona", description: "Button" },
  nextPage: { id: "common.table.next", defaultMessage: "Następna strona", description: "Button" },
  moreOptions: {
    id: "common.field.moreOptions",
    defaultMessage:
      "i\u00a0{count, plural, one {# dalsza} few {# dalsze} many {# dalszych} other {# dalszej}}; pisz dalej, aby je znaleźć",
    description: "Under a list of what may be meant: how many more there are",
  },
  undo: { id: "common.action.undo", defaultMessage: "Cofnij", description: "Button: take back what was just done" },
  undone: {
    id: "common.action.undone",
    defaultMessage: "Cofnięto",
    description: "Said after something was taken back",
  },
  logIn: { id: "common.action.logIn", defaultMessage: "Zaloguj się", description: "Button and link to sign in" },
});

export const channelMessages: Readonly<Record<Channel, Message>> = defineMessages({
  mailing: { id: "common.channel.mailing", defaultMessage: "E-mail", description: "Channel" },
  sms: { id: "common.channel.sms", defaultMessage: "SMS", description: "Channel" },
  web: {
    id: "common.channel.web",
    defaultMessage: "WWW",
    description: "Channel: behaviour on websites (lead scoring)",
  },
});

/** Channels in running text, where a capital letter would be wrong. */
export const channelNames: Readonly<Record<Channel, Message>> = defineMessages({
  mailing: { id: "common.channelName.mailing", defaultMessage: "e-mail", description: "Channel in running text" },
  sms: channelMessages.sms,
  web: { id: "common.channelName.web", defaultMessage: "WWW", description: "Channel in running text" },
});

/** The content of a channel, in the accusative: what a contact consents to. */
export const channelWares: Readonly<Record<MessageChannel, Message>> = defineMessages({
  mailing: { id: "common.channelWares.mailing", defaultMessage: "e-maile", description: "After “agreed to”" },
  sms: { id: "common.channelWares.sms", defaultMessage: "SMS-y", description: "After “agreed to”" },
});

export const bandMessages: Readonly<Record<BandKey, Message>> = defineMessages({
  veryLow: { id: "common.band.veryLow", defaultMessage: "Bardzo niskie", description: "Engagement, score 0–20" },
  low: { id: "common.band.low", defaultMessage: "Niskie", description: "Engagement, score 21–40" },
  medium: { id: "common.band.medium", defaultMessage: "Średnie", description: "Engagement, score 41–60" },
  high: { id: "common.band.high", defaultMessage: "Wysokie", description: "Engagement, score 61–80" },
  veryHigh: { id: "common.band.veryHigh", defaultMessage: "Bardzo wysokie", description: "Engagement, score 81–100" },
});

export const statusMessages = defineMessages({
  draft: { id: "common.status.draft", defaultMessage: "Szkic", description: "Status of a scoring" },
  inactive: { id: "common.status.inactive", defaultMessage: "Nieaktywny", description: "Status of a scoring" },
  active: { id: "common.status.active", defaultMessage: "Aktywny", description: "Status of a scoring" },
});

export const durationMessages = defineMessages({
  seconds: { id: "common.duration.seconds", defaultMessage: "{seconds}\u00a0s", description: "How long it took" },
  minutes: {
    id: "common.duration.minutes",
    defaultMessage: "{minutes}\u00a0min {seconds}\u00a0s",
    description: "How long it took",
  },
});

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
