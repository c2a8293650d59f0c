import { defineMessages, type Message } from "../../../i18n/define-messages";
import { type Field } from "../model/differences";

export const conflictMessages = defineMessages({
  title: {
    id: "editor.conflict.title",
    defaultMessage: "Scoring zmieniono gdzie indziej o\u00a0{time}",
    description: "Title; {time} like 12:04",
  },
  text: {
    id: "editor.conflict.text",
    defaultMessage: "Wybierz, co zostaje. Dopóki nie wybierzesz, nic nie przepadnie.",
    description: "Under the title",
  },
  becameActive: {
    id: "editor.conflict.active",
    defaultMessage:
      "Scoring włączono w\u00a0międzyczasie, więc jego wag i\u00a0grup nie można już zmienić. Twoje zmiany możesz zachować w\u00a0kopii.",
    description: "Under the title, when the scoring was switched on elsewhere",
  },
  field: { id: "editor.conflict.field", defaultMessage: "Co się różni", description: "Heading of a column" },
  mine: { id: "editor.conflict.mine", defaultMessage: "Moje", description: "Heading of a column" },
  saved: { id: "editor.conflict.saved", defaultMessage: "Zapisane", description: "Heading of a column" },
  keepMine: { id: "editor.conflict.keepMine", defaultMessage: "Zachowaj moje", description: "Button" },
  loadSaved: { id: "editor.conflict.loadSaved", defaultMessage: "Wczytaj zapisane", description: "Button" },
  copyMine: { id: "editor.conflict.copyMine", defaultMessage: "Moje jako kopia", description: "Button" },
  copyName: { id: "editor.conflict.copyName", defaultMessage: " – kopia", description: "After the name of a copy" },
  guided: { id: "editor.conflict.guided", defaultMessage: "konfigurator", description: "Way of making a scoring" },
  own: { id: "editor.conflict.own", defaultMessage: "własne wagi", description: "Way of making a scoring" },
  weeks: {
    id: "editor.conflict.weeks",
    defaultMessage: "{weeks, plural, one {# tydzień} few {# tygodnie} many {# tygodni} other {# tygodnia}}",
    description: "Analysis period",
  },
  counted: { id: "editor.conflict.counted", defaultMessage: "liczone", description: "Opens by machines" },
  leftOut: { id: "editor.conflict.leftOut", defaultMessage: "pominięte", description: "Opens by machines" },
  yes: { id: "editor.conflict.yes", defaultMessage: "tak", description: "Value" },
  no: { id: "editor.conflict.no", defaultMessage: "nie", description: "Value" },
  percentile: {
    id: "editor.conflict.percentile",
    defaultMessage: "{percentile}. percentyl",
    description: "Value; which percentile the reference is",
  },
  wholeDatabase: { id: "editor.conflict.whole", defaultMessage: "{uid}: cała baza", description: "Data source" },
  ofDatabase: {
    id: "editor.conflict.groups",
    defaultMessage: "{uid}: {groups, plural, one {# grupa} few {# grupy} many {# grup} other {# grupy}}",
    description: "Data source",
  },
  without: {
    id: "editor.conflict.without",
    defaultMessage: "{source} bez {groups, plural, one {# grupy} few {# grup} many {# grup} other {# grupy}}",
    description: "Data source without excluded groups; {source} is a database with what of it is scored",
  },
  ownDatabase: { id: "editor.conflict.ownDatabase", defaultMessage: "własna baza", description: "No group is marked" },
});

export const fieldMessages: Readonly<Record<Field, Message>> = defineMessages({
  name: { id: "editor.difference.name", defaultMessage: "Nazwa", description: "What differs" },
  status: { id: "editor.difference.status", defaultMessage: "Status", description: "What differs" },
  guided: { id: "editor.difference.guided", defaultMessage: "Sposób", description: "What differs: how it is made" },
  channels: { id: "editor.difference.channels", defaultMessage: "Kanały", description: "What differs" },
  mailingShares: {
    id: "editor.difference.mailingShares",
    defaultMessage: "Udziały – e-mail",
    description: "What differs",
  },
  smsShares: { id: "editor.difference.smsShares", defaultMessage: "Udziały – SMS", description: "What differs" },
  webShares: { id: "editor.difference.webShares", defaultMessage: "Zdarzenia – WWW", description: "What differs" },
  mailingWeights: {
    id: "editor.difference.mailingWeights",
    defaultMessage: "Wagi – e-mail",
    description: "What differs",
  },
  smsWeights: { id: "editor.difference.smsWeights", defaultMessage: "Wagi – SMS", description: "What differs" },
  machines: {
    id: "editor.difference.machines",
    defaultMessage: "Otwarcia automatyczne",
    description: "What differs: whether opens and clicks by machines count",
  },
  daysAgo: { id: "editor.difference.daysAgo", defaultMessage: "Okres analizy", description: "What differs" },
  sources: { id: "editor.difference.sources", defaultMessage: "Bazy i\u00a0grupy", description: "What differs" },
  properties: { id: "editor.difference.properties", defaultMessage: "Cechy", description: "What differs" },
  historical: {
    id: "editor.difference.historical",
    defaultMessage: "Wcześniejsze poniedziałki",
    description: "What differs: whether earlier Mondays are calculated",
  },
});
