import { defineMessages, type Message } from "../../../i18n/define-messages";

export const oneWayMessages = defineMessages({
  title: {
    id: "editor.oneWay.title",
    defaultMessage: "Przejść na własne wagi?",
    description: "Question before the guided way is left for good",
  },
  text: {
    id: "editor.oneWay.text",
    defaultMessage: "Zaczniesz od obecnych: {weights}. Powrotu do konfiguratora nie ma",
    description: "Under the question; {weights} like 45, 30, 25",
  },
  leave: { id: "editor.oneWay.leave", defaultMessage: "Przejdź", description: "Button: leave the guided way" },
  copy: {
    id: "editor.oneWay.copy",
    defaultMessage: "Ustaw w\u00a0kopii",
    description: "Button: own weights in a copy",
  },
  copyName: {
    id: "editor.oneWay.copyName",
    defaultMessage: " – własne wagi",
    description: "After the name of the copy",
  },
});

export const stepPageMessages = defineMessages({
  channelLead: {
    id: "editor.channelPage.lead",
    defaultMessage: "Którymi kanałami komunikujesz się z\u00a0kontaktami? Każdy kanał daje osobną ocenę.",
    description: "Under the heading",
  },
  channels: { id: "editor.channelPage.name", defaultMessage: "Kanały", description: "Name of the group of choices" },
  channelMissing: {
    id: "editor.channelPage.missing",
    defaultMessage: "Wybierz co najmniej jeden kanał",
    description: "Why it cannot go on",
  },
  reach: {
    id: "editor.channelPage.reach",
    defaultMessage:
      "{analysed, number} z\u00a0{contacts, plural, one {# kontaktu} few {# kontaktów} many {# kontaktów} other {# kontaktu}} można dziś ocenić",
    description: "At a channel: how many contacts would have a score today",
  },
  reachFrom: {
    id: "editor.channelPage.from",
    defaultMessage:
      "Dane z\u00a0{days, plural, one {# dnia} few {# dni} many {# dni} other {# dnia}}; ocena możliwa od {day}",
    description: "At a channel with less than two weeks of data",
  },
  reachNone: {
    id: "editor.channelPage.none",
    defaultMessage: "Nie ma jeszcze wysyłek. Ocena będzie możliwa po 2 tygodniach danych",
    description: "At a channel without data",
  },
  reachUnknown: {
    id: "editor.channelPage.unknown",
    defaultMessage: "Nie udało się policzyć kontaktów",
    description: "At a channel; the choice works without it",
  },
  typesLead: {
    id: "editor.typesPage.lead",
    defaultMessage: "Co wysyłasz? Zostaw zaznaczone rodzaje, które naprawdę wychodzą.",
    description: "Under the heading",
  },
  types: { id: "editor.typesPage.name", defaultMessage: "Rodzaje komunikacji", description: "Name of the choices" },
  typeMissing: {
    id: "editor.typesPage.missing",
    defaultMessage: "Wybierz co najmniej jeden rodzaj",
    description: "Why it cannot go on",
  },
  typeFreed: {
    id: "editor.typesPage.freed",
    defaultMessage: "Jej {share}% rozdzielisz w\u00a0następnym kroku",
    description: "At a type that was switched off and had a share",
  },
  typeWeights: {
    id: "editor.typesPage.weights",
    defaultMessage: "Domyślne wagi: {weights}",
    description: "Of a bar, for readers: default weights of a type, such as Otwarcia 40%, …",
  },
  sharesLead: {
    id: "editor.sharesPage.lead",
    defaultMessage: "Ile czego wysyłasz? Z\u00a0udziałów wynikną wagi.",
    description: "Under the heading",
  },
  even: { id: "editor.sharesPage.even", defaultMessage: "Rozdziel równo", description: "Button" },
  add: {
    id: "editor.sharesPage.add",
    defaultMessage: "Dodaj {share}% do „{type}”",
    description: "Button; {type} is a type of communication",
  },
  take: {
    id: "editor.sharesPage.take",
    defaultMessage: "Odejmij {share}% od „{type}”",
    description: "Button; {type} is a type of communication",
  },
  derived: {
    id: "editor.sharesPage.derived",
    defaultMessage: "Wagi z\u00a0udziałów",
    description: "Heading of the panel",
  },
  derivedLater: {
    id: "editor.sharesPage.derivedLater",
    defaultMessage: "Wagi pokażemy, gdy suma wyniesie 100%",
    description: "In the panel while shares do not add up",
  },
  weightsLead: {
    id: "editor.weightsPage.lead",
    defaultMessage: "Za co dajesz punkty i\u00a0kogo oceniasz? Wagi każdego kanału dają razem 100%.",
    description: "Under the heading",
  },
  weightsOf: {
    id: "editor.weightsPage.ofChannel",
    defaultMessage: "Wagi: {channel}",
    description: "Heading of a channel's weights",
  },
  weightHint: {
    id: "editor.weightsPage.hint",
    defaultMessage: "kto dorówna punktowi odniesienia, dostaje {points} pkt",
    description: "Under a part of the score, such as clicks: what its weight means",
  },
  weightMissing: {
    id: "editor.weightsPage.missing",
    defaultMessage: "wpisz wagę od 0 do 100",
    description: "Under a part of the score without a weight",
  },
  counts: {
    id: "editor.weightsPage.counts",
    defaultMessage: "Licz: {part}",
    description: "Of a switch: whether a part of the score, such as Kliknięcia, counts",
  },
  restore: { id: "editor.weightsPage.restore", defaultMessage: "Przywróć domyślne", description: "Button" },
});

/** What is meant by each type, by channel and type. */
export const exampleMessages: Readonly<Record<string, Message>> = defineMessages({
  "mailing.sales": {
    id: "editor.example.mailingSales",
    defaultMessage: "np. oferta z\u00a0kodem rabatowym",
    description: "Example of e-mails",
  },
  "mailing.info": {
    id: "editor.example.mailingInfo",
    defaultMessage: "np. newsletter z\u00a0nowościami",
    description: "Example of e-mails",
  },
  "mailing.advertising": {
    id: "editor.example.mailingAdvertising",
    defaultMessage: "np. zapowiedź promocji",
    description: "Example of e-mails",
  },
  "mailing.internal": {
    id: "editor.example.mailingInternal",
    defaultMessage: "np. wiadomość do pracowników",
    description: "Example of e-mails",
  },
  "mailing.education": {
    id: "editor.example.mailingEducation",
    defaultMessage: "np. poradnik albo kurs",
    description: "Example of e-mails",
  },
  "sms.automatic": {
    id: "editor.example.smsAutomatic",
    defaultMessage: "np. status zamówienia",
    description: "Example of SMS",
  },
  "sms.info": {
    id: "editor.example.smsInfo",
    defaultMessage: "np. zmiana godzin otwarcia",
    description: "Example of SMS",
  },
  "sms.advertising": {
    id: "editor.example.smsAdvertising",
    defaultMessage: "np. rabat na weekend",
    description: "Example of SMS",
  },
  "sms.mandatory": {
    id: "editor.example.smsMandatory",
    defaultMessage: "np. zmiana regulaminu",
    description: "Example of SMS",
  },
});
