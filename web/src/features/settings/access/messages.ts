import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { Access } from "./model";

export const userMessages = defineMessages({
  title: { id: "settingsAccess.users.title", defaultMessage: "Kto ma dostęp", description: "Section" },
  lead: {
    id: "settingsAccess.users.lead",
    defaultMessage: "Osoby, które mogą tu pracować po zalogowaniu.",
    description: "Under the section's heading",
  },
  you: { id: "settingsAccess.users.you", defaultMessage: "to Ty", description: "Mark beside the reader's own address" },
  signedIn: {
    id: "settingsAccess.users.signedIn",
    defaultMessage: "Ostatnie logowanie: {when}",
    description: "When a user signed in last",
  },
  notLately: {
    id: "settingsAccess.users.notLately",
    defaultMessage: "Brak logowań w\u00a0ostatnim czasie",
    description: "Nothing is known of a sign-in",
  },
  guest: {
    id: "settingsAccess.users.guest",
    defaultMessage: "Z\u00a0konta {account}, od {date}. Stałego dostępu nie daje ani nie kończy.",
    description: "A user of another account, such as an agency; since when",
  },
  connected: {
    id: "settingsAccess.users.connected",
    defaultMessage: "Przez połączony system wchodzą osoby, które ten system wpuści. Zarządzasz nimi tam.",
    description: "An API key opens the account for users of another system",
  },
  operator: {
    id: "settingsAccess.users.operator",
    defaultMessage:
      "Osoby z\u00a0innych firm, na przykład z\u00a0agencji, dopuszcza i\u00a0odłącza operator Pulsa. Sam też może wejść na konto; zapisujemy, co tu zmienia.",
    description: "Where guests are managed",
  },
});

export const accessMessages = defineMessages({
  title: { id: "settingsAccess.card.title", defaultMessage: "Stały dostęp", description: "Section" },
  lead: {
    id: "settingsAccess.card.lead",
    defaultMessage:
      "Co działa bez logowania i\u00a0kto to ustawił. Zakończ wszystko, czego nie rozpoznajesz albo co ustawił ktoś, kto już z\u00a0Wami nie pracuje.",
    description: "Under the section's heading: keys, addresses and links that work without a sign-in",
  },
  none: { id: "settingsAccess.card.none", defaultMessage: "Nic nie działa bez logowania.", description: "Empty list" },
  ownPeople: {
    id: "settingsAccess.card.ownPeople",
    defaultMessage:
      "Stały dostęp dają i\u00a0kończą tylko osoby z\u00a0tego konta, po zalogowaniu e-mailem i\u00a0hasłem.",
    description: "In place of the buttons, for somebody from another account or from a connected system",
  },
  maker: { id: "settingsAccess.fact.maker", defaultMessage: "Kto ustawił: {who}", description: "An e-mail address" },
  unknown: {
    id: "settingsAccess.fact.unknown",
    defaultMessage: "Kto ustawił: nie wiadomo",
    description: "Nobody knows who",
  },
  made: { id: "settingsAccess.fact.made", defaultMessage: "Od {when}", description: "Since when it works" },
  used: {
    id: "settingsAccess.fact.used",
    defaultMessage: "Ostatnio użyty {when}",
    description: "When it was used last",
  },
  unused: { id: "settingsAccess.fact.unused", defaultMessage: "Jeszcze nie użyto", description: "It was never used" },
  holder: {
    id: "settingsAccess.links.holder",
    defaultMessage: "Kto pobrał: {who}, {when}",
    description: "Who downloaded contacts with links, and when",
  },
  noHolder: {
    id: "settingsAccess.links.noHolder",
    defaultMessage: "Nikt nie pobrał działających linków",
    description: "Nobody downloaded contacts with links",
  },
  endedBy: {
    id: "settingsAccess.links.ended",
    defaultMessage: "Poprzednie zakończono {when} ({who})",
    description: "When links were ended last, and by whom",
  },
  end: { id: "settingsAccess.action.end", defaultMessage: "Zakończ", description: "Button: it stops working" },
  endNamed: {
    id: "settingsAccess.action.endNamed",
    defaultMessage: "Zakończ: {name}",
    description: "Title of the question, name of the button",
  },
  ended: { id: "settingsAccess.action.done", defaultMessage: "Zakończono: {name}", description: "Said afterwards" },
  website: {
    id: "settingsAccess.name.unnamed",
    defaultMessage: "bez domeny",
    description: "A website without a domain",
  },
});

/** The label of each kind, with its name. */
export const nameMessages: Readonly<Record<Access["kind"], Message>> = defineMessages({
  key: { id: "settingsAccess.name.key", defaultMessage: "Klucz API {name}", description: "An API key" },
  mail: { id: "settingsAccess.name.mail", defaultMessage: "Dostawca poczty {name}", description: "A mail provider" },
  web: { id: "settingsAccess.name.web", defaultMessage: "Strona WWW {name}", description: "A website" },
  hook: { id: "settingsAccess.name.hook", defaultMessage: "Webhook {name}", description: "A webhook, by its host" },
  list: {
    id: "settingsAccess.name.list",
    defaultMessage: "Lista u\u00a0dostawcy {name}",
    description: "A list at a mail provider that is kept in step",
  },
  links: {
    id: "settingsAccess.name.links",
    defaultMessage: "Linki wypisu jednym kliknięciem",
    description: "Links by which contacts unsubscribe, in messages and in downloads",
  },
});

/** The consequences of ending each kind. */
export const consequenceMessages: Readonly<Record<Access["kind"], Message>> = defineMessages({
  key: {
    id: "settingsAccess.end.key",
    defaultMessage:
      "Systemy, które używają klucza, od razu stracą dostęp do konta, a\u00a0menu, które ustawiły, znikną.",
    description: "Under the question",
  },
  mail: {
    id: "settingsAccess.end.mail",
    defaultMessage:
      "Adres u\u00a0dostawcy przestanie przyjmować zdarzenia. To, co już przyszło, zostanie. Aby odbierać je dalej, ustaw dostawcę od nowa w\u00a0Połączeniach.",
    description: "Under the question",
  },
  web: {
    id: "settingsAccess.end.web",
    defaultMessage:
      "Kod na stronie przestanie zbierać zdarzenia. To, co już przyszło, zostanie. Aby zbierać dalej, dodaj stronę od nowa i\u00a0wklej nowy kod.",
    description: "Under the question",
  },
  hook: {
    id: "settingsAccess.end.hook",
    defaultMessage:
      "Zdarzenia przestaną być wysyłane pod ten adres, także te, które czekają. Aby wysyłać je dalej, dodaj webhook od nowa w\u00a0Połączeniach i\u00a0wpisz u\u00a0odbiorcy nowy sekret.",
    description: "Under the question",
  },
  list: {
    id: "settingsAccess.end.list",
    defaultMessage:
      "Puls przestanie zmieniać tę listę. U\u00a0dostawcy zostanie taka, jaka jest, także z\u00a0osobami, które później się wypiszą.",
    description: "Under the question",
  },
  links: {
    id: "settingsAccess.end.links",
    defaultMessage:
      "Przestaną działać linki wypisu we wszystkich wiadomościach, które już wysłano, także przycisk „Wypisz” w\u00a0programie pocztowym odbiorcy.",
    description: "Under the question",
  },
});

/** The alternative for recipients whose links have ended. */
export const linkMessages = defineMessages({
  instead: {
    id: "settingsAccess.end.linksInstead",
    defaultMessage:
      "Kto mimo to chce się wypisać, odpisze na wiadomość: wycofaj jego zgodę na stronie kontaktu albo wczytaj plik wypisań. Do następnych wysyłek pobierz kontakty jeszcze raz, nowe linki będą działać.",
    description: "Under the question: what to do about people who want to unsubscribe by a link that ended",
  },
});
