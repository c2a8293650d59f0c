import { defineMessages, type Message } from "../../../i18n/define-messages";

export const personMessages = defineMessages({
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
  tab: {
    id: "person.page.tab",
    defaultMessage: "Kontakt {uid}/{number}",
    description: "Title of the browser's tab, which must not hold an address",
  },
  copy: { id: "person.head.copy", defaultMessage: "Kopiuj adres", description: "Button beside the address" },
  database: { id: "person.head.database", defaultMessage: "Baza {uid}", description: "Mark: the contact's uid" },
  given: { id: "person.head.given", defaultMessage: "{channel} ✓ zgoda", description: "Mark: a consent" },
  missing: { id: "person.head.missing", defaultMessage: "{channel} ✕ brak zgody", description: "Mark: no consent" },
  sameEmail: {
    id: "person.same.email",
    defaultMessage: "Ten sam adres e-mail ma jeszcze jeden kontakt",
    description: "Warning: two contacts whose addresses differ in spelling only",
  },
  sameId: {
    id: "person.same.id",
    defaultMessage: "Ten sam identyfikator ma jeszcze jeden kontakt",
    description: "Warning: two contacts whose ids differ in characters that cannot be seen",
  },
  sameEmailText: {
    id: "person.same.emailText",
    defaultMessage:
      "Zapis różni się tylko znakami, których poczta nie rozróżnia. Nie połączyliśmy tych kontaktów, żeby nic nie zginęło; wypisanie jednego wypisuje oba.",
    description: "What that means",
  },
  sameIdText: {
    id: "person.same.idText",
    defaultMessage:
      "Zapis różni się tylko znakami, których nie widać. Nie połączyliśmy tych kontaktów, żeby nic nie zginęło.",
    description: "What that means",
  },
  sameOther: { id: "person.same.other", defaultMessage: "Zobacz drugi kontakt", description: "Link to it" },
  emailBlocked: { id: "person.head.emailBlocked", defaultMessage: "E-mail zablokowany", description: "Mark" },
  phoneBlocked: { id: "person.head.phoneBlocked", defaultMessage: "Telefon zablokowany", description: "Mark" },
  toData: {
    id: "person.head.toData",
    defaultMessage: "Wydaj lub usuń dane",
    description: "Button to the page of a person’s data",
  },
  change: { id: "person.about.change", defaultMessage: "Zmień", description: "Button: change the addresses" },
  about: { id: "person.about.title", defaultMessage: "Dane kontaktu", description: "Heading" },
  created: { id: "person.about.created", defaultMessage: "Utworzono", description: "Label: when the contact was made" },
  noGroups: { id: "person.about.noGroups", defaultMessage: "Nie należy do żadnej grupy", description: "Groups: none" },
  noFeatures: {
    id: "person.about.noFeatures",
    defaultMessage: "Nie ma cech z\u00a0wartością",
    description: "Features: none",
  },
  featureFrom: {
    id: "person.about.featureFrom",
    defaultMessage: "ocena z\u00a0{date}",
    description: "Beside a feature that a scoring fills: the day of the score",
  },
});

export const scoresMessages = defineMessages({
  title: { id: "person.scores.title", defaultMessage: "Ocena w\u00a0czasie", description: "Heading" },
  scoring: { id: "person.scores.scoring", defaultMessage: "Scoring", description: "Label of the selector" },
  channel: { id: "person.scores.channel", defaultMessage: "Kanał", description: "Label of the selector" },
  noScorings: {
    id: "person.scores.noScorings",
    defaultMessage: "Nie ma jeszcze żadnych wyników",
    description: "No scoring was calculated yet",
  },
  noScoringsText: {
    id: "person.scores.noScoringsText",
    defaultMessage: "Ocena pojawi się po pierwszym przeliczeniu scoringu.",
    description: "No scoring was calculated yet: what comes",
  },
  toScorings: { id: "person.scores.toScorings", defaultMessage: "Przejdź do listy scoringów", description: "Button" },
  never: {
    id: "person.scores.never",
    defaultMessage: "Żadne przeliczenie tego scoringu nie objęło tego kontaktu.",
    description: "The results of the scoring do not speak of the contact",
  },
  date: { id: "person.scores.date", defaultMessage: "Data przeliczenia", description: "Column" },
  score: { id: "person.scores.score", defaultMessage: "Ocena", description: "Column, and axis of the chart" },
  change: { id: "person.scores.change", defaultMessage: "Zmiana", description: "Column: since the date before" },
  explain: {
    id: "person.scores.explain",
    defaultMessage: "Wyliczenie z\u00a0{date}",
    description: "Name of the link that chooses a date",
  },
  visitors: { id: "person.visitors.title", defaultMessage: "Przeglądarki tej osoby", description: "Heading, web" },
  visitorsText: {
    id: "person.visitors.text",
    defaultMessage: "Na stronach WWW oceniamy przeglądarkę. Osoba może mieć ich kilka, a\u00a0każda ma własną ocenę.",
    description: "Under the heading",
  },
  visitor: { id: "person.visitors.visitor", defaultMessage: "Przeglądarka", description: "Column: id of a visitor" },
  noVisitors: {
    id: "person.visitors.none",
    defaultMessage:
      "Nie znamy jeszcze żadnej przeglądarki tej osoby. Pojawi się po zdarzeniu na stronie, które poda jej adres.",
    description: "Web: the contact has no known visitors",
  },
});

/** Why there is no score, in the middle of a sentence. */
export const whyMessages: Readonly<Record<string, Message>> = defineMessages({
  NO_EMAIL: { id: "person.why.NO_EMAIL", defaultMessage: "brak adresu e-mail", description: "Reason in a sentence" },
  NO_GSM: { id: "person.why.NO_GSM", defaultMessage: "brak numeru telefonu", description: "Reason in a sentence" },
  NO_CONSENT: { id: "person.why.NO_CONSENT", defaultMessage: "brak zgody", description: "Reason in a sentence" },
  NOT_IN_GROUP: {
    id: "person.why.NOT_IN_GROUP",
    defaultMessage: "poza wybranymi grupami lub w\u00a0grupie wykluczonej",
    description: "Reason in a sentence",
  },
  NO_SENDING: {
    id: "person.why.NO_SENDING",
    defaultMessage: "brak wysyłek w\u00a0okresie analizy",
    description: "Reason in a sentence",
  },
  NOT_SCORED: {
    id: "person.why.NOT_SCORED",
    defaultMessage: "to przeliczenie nie objęło kontaktu",
    description: "Reason in a sentence: the result does not speak of the contact",
  },
});

/** What helps somebody who wants a score. */
export const helpMessages: Readonly<Record<string, Message>> = defineMessages({
  NO_EMAIL: {
    id: "person.help.NO_EMAIL",
    defaultMessage: "Uzupełnij adres w\u00a0danych kontaktu poniżej.",
    description: "What helps",
  },
  NO_GSM: {
    id: "person.help.NO_GSM",
    defaultMessage: "Uzupełnij numer w\u00a0danych kontaktu poniżej.",
    description: "What helps",
  },
  NO_CONSENT: {
    id: "person.help.NO_CONSENT",
    defaultMessage: "Zgody udziela tylko kontakt.",
    description: "What helps",
  },
  NOT_IN_GROUP: {
    id: "person.help.NOT_IN_GROUP",
    defaultMessage: "O\u00a0tym, kogo oceniać, decydują grupy w\u00a0ustawieniach scoringu.",
    description: "What helps",
  },
  NO_SENDING: {
    id: "person.help.NO_SENDING",
    defaultMessage: "Wyślij coś albo wydłuż okres analizy.",
    description: "What helps",
  },
  NOT_SCORED: {
    id: "person.help.NOT_SCORED",
    defaultMessage: "Kontakt doszedł później albo jego baza nie należy do źródeł scoringu.",
    description: "Why the result does not speak of the contact",
  },
});

export const receiptMessages = defineMessages({
  title: { id: "person.receipt.title", defaultMessage: "Wyliczenie", description: "Heading: how a score came about" },
  of: { id: "person.receipt.of", defaultMessage: "Ocena z\u00a0{date}", description: "Label above the score" },
  outOf: { id: "person.receipt.outOf", defaultMessage: "na 100", description: "After the score" },
  period: {
    id: "person.receipt.period",
    defaultMessage:
      "Liczy się okres {from} – {to} ({days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}). Punkt odniesienia to {percentile}. percentyl. Przeliczono {at}.",
    description: "Under the heading",
  },
  counts: {
    id: "person.receipt.counts",
    defaultMessage:
      "Wiadomości: wysłane {sent, number}, doręczone {delivered, number}, otwarte {opened, number}, kliknięte {clicked, number}",
    description: "Messages to the contact in the period",
  },
  countsSms: {
    id: "person.receipt.countsSms",
    defaultMessage: "Wiadomości: wysłane {sent, number}, doręczone {delivered, number}, kliknięte {clicked, number}",
    description: "Messages to the contact in the period, SMS",
  },
  component: { id: "person.receipt.component", defaultMessage: "Składnik", description: "Column" },
  result: { id: "person.receipt.result", defaultMessage: "Wynik", description: "Column: what the contact did" },
  rate: {
    id: "person.receipt.rate",
    defaultMessage: "{count, number} z\u00a0{of, number}",
    description: "Seven of eight messages, as figures",
  },
  reference: {
    id: "person.receipt.reference",
    defaultMessage: "Punkt odniesienia (próba)",
    description: "Column: what earns full points, and of how many contacts it was taken",
  },
  noReference: {
    id: "person.receipt.noReference",
    defaultMessage: "nikt tego nie zrobił",
    description: "In place of a reference: nobody had any",
  },
  sample: {
    id: "person.receipt.sample",
    defaultMessage: "({sample, number})",
    description: "After a reference: the sample",
  },
  thin: { id: "person.receipt.thin", defaultMessage: "mała próba", description: "Mark: under 30 contacts" },
  fulfilment: {
    id: "person.receipt.fulfilment",
    defaultMessage: "Wynik / punkt odniesienia",
    description: "Column: the component, 0 to 1",
  },
  weight: { id: "person.receipt.weight", defaultMessage: "Waga", description: "Column" },
  points: { id: "person.receipt.points", defaultMessage: "Punkty", description: "Column" },
  total: { id: "person.receipt.total", defaultMessage: "Razem", description: "Last line" },
  toScore: {
    id: "person.receipt.toScore",
    defaultMessage: "{points} → ocena {score}",
    description: "Last line: the sum and what it is rounded to",
  },
  rounding: {
    id: "person.receipt.rounding",
    defaultMessage: "Ocena to suma punktów zaokrąglona do całości, połówki w\u00a0górę.",
    description: "Under the table, exact",
  },
  roundingShort: {
    id: "person.receipt.roundingShort",
    defaultMessage:
      "Punkty pokazujemy z\u00a0dwoma miejscami, a\u00a0sumujemy dokładne. Ocena to ich suma zaokrąglona do całości, połówki w\u00a0górę.",
    description: "Under the table, with two decimals",
  },
  exact: { id: "person.receipt.exact", defaultMessage: "dokładnie", description: "Checkbox: six decimals" },
  changed: {
    id: "person.receipt.changed",
    defaultMessage: "Po przeliczeniu doszły nowe dane",
    description: "The figures counted now give another score",
  },
  changedText: {
    id: "person.receipt.changedText",
    defaultMessage:
      "Ocena z\u00a0{date} to {score}. Z\u00a0dzisiejszych danych wychodzi {now}, bo część reakcji dotarła później. Poniżej są liczby dzisiejsze.",
    description: "Under the notice",
  },
  none: {
    id: "person.receipt.none",
    defaultMessage: "Brak oceny {date}: {reason}",
    description: "In place of the receipt; the reason begins with a small letter",
  },
});
