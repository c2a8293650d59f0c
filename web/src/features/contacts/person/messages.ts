import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { MessageChannel } from "../../../lib/channel";

export const personMessages = defineMessages({
  failed: {
    id: "contactsPerson.page.failed",
    defaultMessage: "Nie udało się wczytać kontaktu",
    description: "Heading when the page could not be loaded",
  },
  goneText: {
    id: "contactsPerson.page.goneText",
    defaultMessage: "Został usunięty albo adres strony jest nieprawidłowy.",
    description: "Under the heading",
  },
  toSearch: { id: "contactsPerson.page.toSearch", defaultMessage: "Wróć do wyszukiwania", description: "Button" },
  tab: {
    id: "contactsPerson.page.tab",
    defaultMessage: "Kontakt {uid}/{number}",
    description: "Title of the browser's tab, which must not hold an address",
  },
  copy: { id: "contactsPerson.head.copy", defaultMessage: "Kopiuj adres", description: "Button beside the address" },
  given: { id: "contactsPerson.head.given", defaultMessage: "{channel} ✓ zgoda", description: "Mark: a consent" },
  missing: {
    id: "contactsPerson.head.missing",
    defaultMessage: "{channel} ✕ brak zgody",
    description: "Mark: no consent",
  },
  sameEmail: {
    id: "contactsPerson.same.email",
    defaultMessage: "Ten sam adres e-mail ma jeszcze jeden kontakt",
    description: "Warning: two contacts whose addresses differ in spelling only",
  },
  sameId: {
    id: "contactsPerson.same.id",
    defaultMessage: "Ten sam identyfikator zewnętrzny ma jeszcze jeden kontakt",
    description: "Warning: two contacts whose ids differ in characters that cannot be seen",
  },
  sameEmailText: {
    id: "contactsPerson.same.emailText",
    defaultMessage:
      "Zapis różni się tylko znakami, których poczta nie rozróżnia. Nie połączyliśmy tych kontaktów, żeby nic nie zginęło; wypisanie jednego wypisuje oba.",
    description: "What that means",
  },
  sameIdText: {
    id: "contactsPerson.same.idText",
    defaultMessage:
      "Zapis różni się tylko znakami, których nie widać. Nie połączyliśmy tych kontaktów, żeby nic nie zginęło.",
    description: "What that means",
  },
  sameOther: { id: "contactsPerson.same.other", defaultMessage: "Zobacz drugi kontakt", description: "Link to it" },
  toData: {
    id: "contactsPerson.head.toData",
    defaultMessage: "Pobierz lub usuń dane",
    description: "Button to the page of a person’s data",
  },
  about: { id: "contactsPerson.about.title", defaultMessage: "Dane kontaktu", description: "Heading" },
  created: {
    id: "contactsPerson.about.created",
    defaultMessage: "Utworzono",
    description: "Label: when the contact was made",
  },
  noGroups: {
    id: "contactsPerson.about.noGroups",
    defaultMessage: "Nie należy do żadnej grupy",
    description: "Groups: none",
  },
  noFeatures: {
    id: "contactsPerson.about.noFeatures",
    defaultMessage: "Brak wypełnionych cech",
    description: "Features: none",
  },
  featureFrom: {
    id: "contactsPerson.about.featureFrom",
    defaultMessage: "ocena z\u00a0{date}",
    description: "Beside a feature that a scoring fills: the day of the score",
  },
});

export const scoresMessages = defineMessages({
  title: { id: "contactsPerson.scores.title", defaultMessage: "Ocena w\u00a0czasie", description: "Heading" },
  titleHint: {
    id: "contactsPerson.scores.titleHint",
    defaultMessage: "Zmiana od wyniku sprzed co najmniej tygodnia.",
    description: "Below the heading: what the column of changes compares with",
  },
  all: {
    id: "contactsPerson.scores.all",
    defaultMessage: "Pokaż wszystkie przeliczenia ({count, number})",
    description: "Button under the newest results",
  },
  noScorings: {
    id: "contactsPerson.scores.noScorings",
    defaultMessage: "Nie ma jeszcze żadnych wyników",
    description: "No scoring was calculated yet",
  },
  noScoringsText: {
    id: "contactsPerson.scores.noScoringsText",
    defaultMessage: "Ocena pojawi się po pierwszym przeliczeniu scoringu.",
    description: "No scoring was calculated yet: what comes",
  },
  never: {
    id: "contactsPerson.scores.never",
    defaultMessage: "Żadne przeliczenie tego scoringu nie objęło tego kontaktu.",
    description: "The results of the scoring do not speak of the contact",
  },
  date: { id: "contactsPerson.scores.date", defaultMessage: "Data przeliczenia", description: "Column" },
  change: {
    id: "contactsPerson.scores.change",
    defaultMessage: "Zmiana",
    description: "Column: since a result at least a week older",
  },
  since: {
    id: "contactsPerson.scores.since",
    defaultMessage: "od\u00a0{date}",
    description: "After a change: the day that it is counted from, without the year",
  },
  explain: {
    id: "contactsPerson.scores.explain",
    defaultMessage: "Wyliczenie z\u00a0{date}",
    description: "Name of the link that chooses a date",
  },
  visitors: {
    id: "contactsPerson.visitors.title",
    defaultMessage: "Przeglądarki tej osoby",
    description: "Heading, web",
  },
  visitorsText: {
    id: "contactsPerson.visitors.text",
    defaultMessage: "Na stronach WWW oceniamy przeglądarkę. Osoba może mieć ich kilka, a\u00a0każda ma własną ocenę.",
    description: "Under the heading",
  },
  visitor: {
    id: "contactsPerson.visitors.visitor",
    defaultMessage: "Przeglądarka",
    description: "Column: id of a visitor",
  },
  noVisitors: {
    id: "contactsPerson.visitors.none",
    defaultMessage:
      "Nie znamy jeszcze żadnej przeglądarki tej osoby. Pojawi się po zdarzeniu na stronie, które poda jej adres.",
    description: "Web: the contact has no known visitors",
  },
});

export const latestMessages = defineMessages({
  title: { id: "contactsPerson.messages.title", defaultMessage: "Ostatnie wiadomości", description: "Heading" },
  text: {
    id: "contactsPerson.messages.text",
    defaultMessage: "Z\u00a0ostatnich 13 tygodni: co wysłano i\u00a0jaka była reakcja.",
    description: "Under the heading",
  },
  message: { id: "contactsPerson.messages.message", defaultMessage: "Wiadomość", description: "Column" },
  sent: { id: "contactsPerson.messages.sent", defaultMessage: "Wysłana", description: "Column: day of the sending" },
  sentOn: {
    id: "contactsPerson.messages.sentOn",
    defaultMessage: "Wysyłki z\u00a0{date}",
    description: "Name of the link from a day to all sendings of that day",
  },
  outcome: {
    id: "contactsPerson.messages.outcome",
    defaultMessage: "Reakcja",
    description: "Column: what came of a message",
  },
  nothing: {
    id: "contactsPerson.messages.nothing",
    defaultMessage: "brak reakcji",
    description: "In that column: nothing",
  },
  unnamed: {
    id: "contactsPerson.messages.unnamed",
    defaultMessage: "Wiadomość bez nazwy",
    description: "A message whose id is not stored any more",
  },
  all: {
    id: "contactsPerson.messages.all",
    defaultMessage: "Pokaż wszystkie wiadomości ({count, number})",
    description: "Button under the newest messages",
  },
  more: {
    id: "contactsPerson.messages.more",
    defaultMessage: "{count, number} najnowszych. Od {date} było ich więcej.",
    description: "Under the newest messages, when older ones are left out",
  },
  none: {
    id: "contactsPerson.messages.none",
    defaultMessage: "Od {date} nic do tego kontaktu nie wysłano.",
    description: "No messages",
  },
});

/** What may come of a message. */
export type Outcome =
  "delivered" | "opened" | "clicked" | "machineOpened" | "machineClicked" | "bounced" | "unsubscribed";

/** What came of a message, with its day. */
export const outcomeMessages: Readonly<Record<Outcome, Message>> = defineMessages({
  delivered: {
    id: "contactsPerson.outcome.delivered",
    defaultMessage: "doręczona {date}",
    description: "Of a message, in a list of what came of it",
  },
  opened: {
    id: "contactsPerson.outcome.opened",
    defaultMessage: "otwarta {date}",
    description: "Of a message, in a list of what came of it",
  },
  clicked: {
    id: "contactsPerson.outcome.clicked",
    defaultMessage: "kliknięta {date}",
    description: "Of a message, in a list of what came of it",
  },
  machineOpened: {
    id: "contactsPerson.outcome.machineOpened",
    defaultMessage: "otwarta automatycznie {date}",
    description: "Of a message, in a list of what came of it",
  },
  machineClicked: {
    id: "contactsPerson.outcome.machineClicked",
    defaultMessage: "kliknięta automatycznie {date}",
    description: "Of a message, in a list of what came of it",
  },
  bounced: {
    id: "contactsPerson.outcome.bounced",
    defaultMessage: "odbita {date}",
    description: "Of a message, in a list of what came of it",
  },
  unsubscribed: {
    id: "contactsPerson.outcome.unsubscribed",
    defaultMessage: "wypisanie {date}",
    description: "Of a message, in a list of what came of it",
  },
});

/** An address to which nothing may be sent. */
export const blockedMessages: Readonly<Record<MessageChannel, Message>> = defineMessages({
  mailing: { id: "contactsPerson.head.emailBlocked", defaultMessage: "E-mail zablokowany", description: "Mark" },
  sms: { id: "contactsPerson.head.phoneBlocked", defaultMessage: "Telefon zablokowany", description: "Mark" },
});

/** The reasons for no score, as part of a sentence. */
export const whyMessages: Readonly<Record<string, Message>> = defineMessages({
  NO_EMAIL: {
    id: "contactsPerson.why.NO_EMAIL",
    defaultMessage: "brak adresu e-mail",
    description: "Reason in a sentence",
  },
  NO_GSM: {
    id: "contactsPerson.why.NO_GSM",
    defaultMessage: "brak numeru telefonu",
    description: "Reason in a sentence",
  },
  NO_CONSENT: {
    id: "contactsPerson.why.NO_CONSENT",
    defaultMessage: "brak zgody",
    description: "Reason in a sentence",
  },
  NOT_IN_GROUP: {
    id: "contactsPerson.why.NOT_IN_GROUP",
    defaultMessage: "poza wybranymi grupami lub w\u00a0grupie wykluczonej",
    description: "Reason in a sentence",
  },
  NO_SENDING: {
    id: "contactsPerson.why.NO_SENDING",
    defaultMessage: "brak wysyłek w\u00a0okresie analizy",
    description: "Reason in a sentence",
  },
  NOT_SCORED: {
    id: "contactsPerson.why.NOT_SCORED",
    defaultMessage: "to przeliczenie nie objęło kontaktu",
    description: "Reason in a sentence: the result does not speak of the contact",
  },
});

/** Advice on how the contact can get a score. */
export const helpMessages: Readonly<Record<string, Message>> = defineMessages({
  NO_EMAIL: {
    id: "contactsPerson.help.NO_EMAIL",
    defaultMessage: "Uzupełnij adres w\u00a0danych kontaktu poniżej.",
    description: "What helps",
  },
  NO_GSM: {
    id: "contactsPerson.help.NO_GSM",
    defaultMessage: "Uzupełnij numer w\u00a0danych kontaktu poniżej.",
    description: "What helps",
  },
  NO_CONSENT: {
    id: "contactsPerson.help.NO_CONSENT",
    defaultMessage: "Zgody udziela tylko kontakt.",
    description: "What helps",
  },
  NOT_IN_GROUP: {
    id: "contactsPerson.help.NOT_IN_GROUP",
    defaultMessage: "O\u00a0tym, kogo oceniać, decydują grupy w\u00a0ustawieniach scoringu.",
    description: "What helps",
  },
  NO_SENDING: {
    id: "contactsPerson.help.NO_SENDING",
    defaultMessage: "Wyślij coś albo wydłuż okres analizy.",
    description: "What helps",
  },
  NOT_SCORED: {
    id: "contactsPerson.help.NOT_SCORED",
    defaultMessage: "Kontakt dodano później albo jego baza nie należy do źródeł scoringu.",
    description: "Why the result does not speak of the contact",
  },
});

export const receiptMessages = defineMessages({
  title: {
    id: "contactsPerson.receipt.title",
    defaultMessage: "Skąd ta ocena",
    description: "Heading: how a score came about",
  },
  of: { id: "contactsPerson.receipt.of", defaultMessage: "Ocena z\u00a0{date}", description: "Label above the score" },
  outOf: { id: "contactsPerson.receipt.outOf", defaultMessage: "na 100", description: "After the score" },
  period: {
    id: "contactsPerson.receipt.period",
    defaultMessage:
      "Okres {from} – {to} ({days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}). Punkt odniesienia to {percentile}. percentyl. Przeliczono {at}.",
    description: "Under the heading",
  },
  counts: {
    id: "contactsPerson.receipt.counts",
    defaultMessage:
      "Wiadomości: wysłane {sent, number}, doręczone {delivered, number}, otwarte {opened, number}, kliknięte {clicked, number}",
    description: "Messages to the contact in the period",
  },
  countsSms: {
    id: "contactsPerson.receipt.countsSms",
    defaultMessage: "Wiadomości: wysłane {sent, number}, doręczone {delivered, number}, kliknięte {clicked, number}",
    description: "Messages to the contact in the period, SMS",
  },
  result: { id: "contactsPerson.receipt.result", defaultMessage: "Wynik", description: "Column: what the contact did" },
  rate: {
    id: "contactsPerson.receipt.rate",
    defaultMessage: "{count, number} z\u00a0{of, number}",
    description: "Seven of eight messages, as figures",
  },
  reference: {
    id: "contactsPerson.receipt.reference",
    defaultMessage: "Punkt odniesienia (próba)",
    description: "Column: what earns full points, and of how many contacts it was taken",
  },
  noReference: {
    id: "contactsPerson.receipt.noReference",
    defaultMessage: "nikt tego nie zrobił",
    description: "In place of a reference: nobody had any",
  },
  sample: {
    id: "contactsPerson.receipt.sample",
    defaultMessage: "({sample, number})",
    description: "After a reference: the sample",
  },
  thin: { id: "contactsPerson.receipt.thin", defaultMessage: "mała próba", description: "Mark: under 30 contacts" },
  fulfilment: {
    id: "contactsPerson.receipt.fulfilment",
    defaultMessage: "Wynik / punkt odniesienia",
    description: "Column: the component, 0 to 1",
  },
  weight: { id: "contactsPerson.receipt.weight", defaultMessage: "Waga", description: "Column" },
  points: { id: "contactsPerson.receipt.points", defaultMessage: "Punkty", description: "Column" },
  toScore: {
    id: "contactsPerson.receipt.toScore",
    defaultMessage: "{points} → ocena {score}",
    description: "Last line: the sum and what it is rounded to",
  },
  rounding: {
    id: "contactsPerson.receipt.rounding",
    defaultMessage: "Ocena to suma punktów zaokrąglona do pełnej liczby.",
    description: "Under the table, exact",
  },
  roundingShort: {
    id: "contactsPerson.receipt.roundingShort",
    defaultMessage:
      "Punkty pokazujemy z\u00a0dwoma miejscami, a\u00a0sumujemy dokładne. Ocena to ich suma zaokrąglona do pełnej liczby.",
    description: "Under the table, with two decimals",
  },
  exact: { id: "contactsPerson.receipt.exact", defaultMessage: "pokaż ułamki", description: "Checkbox: six decimals" },
  changed: {
    id: "contactsPerson.receipt.changed",
    defaultMessage: "Po przeliczeniu doszły nowe dane",
    description: "The figures counted now give another score",
  },
  changedText: {
    id: "contactsPerson.receipt.changedText",
    defaultMessage:
      "Ocena z\u00a0{date} to {score}. Z\u00a0dzisiejszych danych wychodzi {now}, bo część reakcji dotarła później. Poniżej są liczby dzisiejsze.",
    description: "Under the notice",
  },
  none: {
    id: "contactsPerson.receipt.none",
    defaultMessage: "Brak oceny {date}: {reason}",
    description: "In place of the receipt; the reason begins with a small letter",
  },
});
