import { defineMessages, type Message } from "../../../i18n/define-messages";

export const oneWayMessages = defineMessages({
  title: {
    id: "scoringEditor.oneWay.title",
    defaultMessage: "Przejść na własne wagi?",
    description: "Question before the guided way is left for good",
  },
  text: {
    id: "scoringEditor.oneWay.text",
    defaultMessage: "Zaczniesz od obecnych: {weights}. Powrotu do konfiguratora nie ma.",
    description: "Under the question; {weights} like 45, 30, 25",
  },
  leave: { id: "scoringEditor.oneWay.leave", defaultMessage: "Przejdź", description: "Button: leave the guided way" },
  copy: {
    id: "scoringEditor.oneWay.copy",
    defaultMessage: "Ustaw w\u00a0kopii",
    description: "Button: own weights in a copy",
  },
  copyName: {
    id: "scoringEditor.oneWay.copyName",
    defaultMessage: " – własne wagi",
    description: "After the name of the copy",
  },
});

export const stepPageMessages = defineMessages({
  channelLead: {
    id: "scoringEditor.channelPage.lead",
    defaultMessage: "Którymi kanałami komunikujesz się z\u00a0kontaktami? Każdy kanał daje osobną ocenę.",
    description: "Under the heading",
  },
  reach: {
    id: "scoringEditor.channelPage.reach",
    defaultMessage: "Do oceny dziś: {analysed, number} z\u00a0{contacts, number}",
    description: "At a channel: how many contacts would have a score today",
  },
  reachFrom: {
    id: "scoringEditor.channelPage.from",
    defaultMessage:
      "Dane z\u00a0{days, plural, one {# dnia} few {# dni} many {# dni} other {# dnia}}; ocena możliwa od {day}",
    description: "At a channel with less than two weeks of data",
  },
  reachNone: {
    id: "scoringEditor.channelPage.none",
    defaultMessage: "Nie ma jeszcze wysyłek. Ocena będzie możliwa po 2 tygodniach danych",
    description: "At a channel without data",
  },
  reachUnknown: {
    id: "scoringEditor.channelPage.unknown",
    defaultMessage: "Nie udało się policzyć kontaktów",
    description: "At a channel; the choice works without it",
  },
  typesLead: {
    id: "scoringEditor.typesPage.lead",
    defaultMessage: "Co wysyłasz? Zostaw zaznaczone rodzaje, które naprawdę wychodzą.",
    description: "Under the heading",
  },
  types: {
    id: "scoringEditor.typesPage.name",
    defaultMessage: "Rodzaje komunikacji",
    description: "Name of the choices",
  },
  typeMissing: {
    id: "scoringEditor.typesPage.missing",
    defaultMessage: "Wybierz co najmniej jeden rodzaj",
    description: "Why it cannot go on",
  },
  typeFreed: {
    id: "scoringEditor.typesPage.freed",
    defaultMessage: "Jej {share}% rozdzielisz w\u00a0następnym kroku",
    description: "At a type that was switched off and had a share",
  },
  typeWeights: {
    id: "scoringEditor.typesPage.weights",
    defaultMessage: "Domyślne wagi: {weights}",
    description: "Of a bar, for readers: default weights of a type, such as Otwarcia 40%, …",
  },
  sharesLead: {
    id: "scoringEditor.sharesPage.lead",
    defaultMessage: "Ile czego wysyłasz? Z\u00a0udziałów wynikną wagi.",
    description: "Under the heading",
  },
  asSent: {
    id: "scoringEditor.sharesPage.asSent",
    defaultMessage: "Według moich wysyłek",
    description: "Button: takes the shares of what was sent",
  },
  sharesSent: {
    id: "scoringEditor.sharesPage.sharesSent",
    defaultMessage:
      "Udziały według {count, plural, one {# wysyłki} few {# wysyłek} many {# wysyłek} other {# wysyłki}} z\u00a0ostatnich {days, plural, one {# dnia} few {# dni} many {# dni} other {# dnia}}",
    description: "In passing; {days} is the period of the scoring",
  },
  nothingSent: {
    id: "scoringEditor.sharesPage.nothingSent",
    defaultMessage:
      "W\u00a0ostatnich {days, plural, one {# dniu} few {# dniach} many {# dniach} other {# dnia}} nie wysłano wiadomości tych rodzajów",
    description: "In passing, in place of new shares",
  },
  even: { id: "scoringEditor.sharesPage.even", defaultMessage: "Rozdziel równo", description: "Button" },
  add: {
    id: "scoringEditor.sharesPage.add",
    defaultMessage: "Dodaj {share}% do „{type}”",
    description: "Button; {type} is a type of communication",
  },
  take: {
    id: "scoringEditor.sharesPage.take",
    defaultMessage: "Odejmij {share}% od „{type}”",
    description: "Button; {type} is a type of communication",
  },
  derived: {
    id: "scoringEditor.sharesPage.derived",
    defaultMessage: "Wagi z\u00a0udziałów",
    description: "Heading of the panel",
  },
  derivedLater: {
    id: "scoringEditor.sharesPage.derivedLater",
    defaultMessage: "Wagi pokażemy, gdy suma wyniesie 100%",
    description: "In the panel while shares do not add up",
  },
  weightsLead: {
    id: "scoringEditor.weightsPage.lead",
    defaultMessage: "Za co dajesz punkty i\u00a0kogo oceniasz? Wagi każdego kanału dają razem 100%.",
    description: "Under the heading",
  },
  weightsOf: {
    id: "scoringEditor.weightsPage.ofChannel",
    defaultMessage: "Wagi: {channel}",
    description: "Heading of a channel's weights",
  },
  weightHint: {
    id: "scoringEditor.weightsPage.hint",
    defaultMessage: "do {points} pkt",
    description: "Under a part of the score, such as clicks: what its weight means",
  },
  weightMissing: {
    id: "scoringEditor.weightsPage.missing",
    defaultMessage: "wpisz wagę od 0 do 100",
    description: "Under a part of the score without a weight",
  },
  counts: {
    id: "scoringEditor.weightsPage.counts",
    defaultMessage: "Licz: {part}",
    description: "Of a switch: whether a part of the score, such as Kliknięcia, counts",
  },
  restore: { id: "scoringEditor.weightsPage.restore", defaultMessage: "Przywróć domyślne", description: "Button" },
});

/** Examples of each type, by channel and type. */
export const exampleMessages: Readonly<Record<string, Message>> = defineMessages({
  "mailing.sales": {
    id: "scoringEditor.example.mailingSales",
    defaultMessage: "np. oferta z\u00a0kodem rabatowym",
    description: "Example of e-mails",
  },
  "mailing.info": {
    id: "scoringEditor.example.mailingInfo",
    defaultMessage: "np. newsletter z\u00a0nowościami",
    description: "Example of e-mails",
  },
  "mailing.advertising": {
    id: "scoringEditor.example.mailingAdvertising",
    defaultMessage: "np. zapowiedź promocji",
    description: "Example of e-mails",
  },
  "mailing.internal": {
    id: "scoringEditor.example.mailingInternal",
    defaultMessage: "np. wiadomość do pracowników",
    description: "Example of e-mails",
  },
  "mailing.education": {
    id: "scoringEditor.example.mailingEducation",
    defaultMessage: "np. poradnik albo kurs",
    description: "Example of e-mails",
  },
  "sms.automatic": {
    id: "scoringEditor.example.smsAutomatic",
    defaultMessage: "np. status zamówienia",
    description: "Example of SMS",
  },
  "sms.info": {
    id: "scoringEditor.example.smsInfo",
    defaultMessage: "np. zmiana godzin otwarcia",
    description: "Example of SMS",
  },
  "sms.advertising": {
    id: "scoringEditor.example.smsAdvertising",
    defaultMessage: "np. rabat na weekend",
    description: "Example of SMS",
  },
  "sms.mandatory": {
    id: "scoringEditor.example.smsMandatory",
    defaultMessage: "np. zmiana regulaminu",
    description: "Example of SMS",
  },
});
