import { defineMessages, type Message } from "../../../i18n/define-messages";
import { type FieldName } from "../model/differences";
import { wordMessages } from "../../../i18n/word-messages";

export const conflictMessages = defineMessages({
  title: {
    id: "scoringEditor.conflict.title",
    defaultMessage: "Scoring zmieniono gdzie indziej o\u00a0{time}",
    description: "Title; {time} like 12:04",
  },
  text: {
    id: "scoringEditor.conflict.text",
    defaultMessage: "Wybierz, co zostaje. Dopóki nie wybierzesz, nic nie przepadnie.",
    description: "Under the title",
  },
  becameActive: {
    id: "scoringEditor.conflict.active",
    defaultMessage:
      "Scoring włączono w\u00a0międzyczasie, więc jego wag i\u00a0grup nie można już zmienić. Twoje zmiany możesz zachować w\u00a0kopii.",
    description: "Under the title, when the scoring was switched on elsewhere",
  },
  field: { id: "scoringEditor.conflict.field", defaultMessage: "Co się różni", description: "Heading of a column" },
  mine: { id: "scoringEditor.conflict.mine", defaultMessage: "Moje", description: "Heading of a column" },
  saved: { id: "scoringEditor.conflict.saved", defaultMessage: "Zapisane", description: "Heading of a column" },
  keepMine: { id: "scoringEditor.conflict.keepMine", defaultMessage: "Zachowaj moje", description: "Button" },
  loadSaved: { id: "scoringEditor.conflict.loadSaved", defaultMessage: "Wczytaj zapisane", description: "Button" },
  copyMine: { id: "scoringEditor.conflict.copyMine", defaultMessage: "Moje jako kopia", description: "Button" },
  copyName: {
    id: "scoringEditor.conflict.copyName",
    defaultMessage: " – kopia",
    description: "After the name of a copy",
  },
  guided: {
    id: "scoringEditor.conflict.guided",
    defaultMessage: "konfigurator",
    description: "Way of making a scoring",
  },
  own: { id: "scoringEditor.conflict.own", defaultMessage: "własne wagi", description: "Way of making a scoring" },
  weeks: {
    id: "scoringEditor.conflict.weeks",
    defaultMessage: "{weeks, plural, one {# tydzień} few {# tygodnie} many {# tygodni} other {# tygodnia}}",
    description: "Analysis period",
  },
  counted: { id: "scoringEditor.conflict.counted", defaultMessage: "liczone", description: "Opens by machines" },
  leftOut: { id: "scoringEditor.conflict.leftOut", defaultMessage: "pominięte", description: "Opens by machines" },
  yes: { id: "scoringEditor.conflict.yes", defaultMessage: "tak", description: "Value" },
  no: { id: "scoringEditor.conflict.no", defaultMessage: "nie", description: "Value" },
  percentile: {
    id: "scoringEditor.conflict.percentile",
    defaultMessage: "{percentile}. percentyl",
    description: "Value; which percentile the reference is",
  },
  wholeDatabase: { id: "scoringEditor.conflict.whole", defaultMessage: "{uid}: cała baza", description: "Data source" },
  ofDatabase: {
    id: "scoringEditor.conflict.groups",
    defaultMessage: "{uid}: {groups, plural, one {# grupa} few {# grupy} many {# grup} other {# grupy}}",
    description: "Data source",
  },
  without: {
    id: "scoringEditor.conflict.without",
    defaultMessage: "{source} bez {groups, plural, one {# grupy} few {# grup} many {# grup} other {# grupy}}",
    description: "Data source without excluded groups; {source} is a database with what of it is scored",
  },
  ownDatabase: {
    id: "scoringEditor.conflict.ownDatabase",
    defaultMessage: "własna baza",
    description: "No group is marked",
  },
});

export const fieldMessages: Readonly<Record<FieldName, Message>> = defineMessages({
  name: wordMessages.name,
  status: { id: "scoringEditor.difference.status", defaultMessage: "Status", description: "What differs" },
  guided: {
    id: "scoringEditor.difference.guided",
    defaultMessage: "Sposób",
    description: "What differs: how it is made",
  },
  channels: wordMessages.channels,
  shares: { id: "scoringEditor.difference.shares", defaultMessage: "Udziały – {channel}", description: "What differs" },
  webShares: {
    id: "scoringEditor.difference.webShares",
    defaultMessage: "Zdarzenia – WWW",
    description: "What differs",
  },
  weights: { id: "scoringEditor.difference.weights", defaultMessage: "Wagi – {channel}", description: "What differs" },
  machines: {
    id: "scoringEditor.difference.machines",
    defaultMessage: "Otwarcia automatyczne",
    description: "What differs: whether opens and clicks by machines count",
  },
  daysAgo: wordMessages.period,
  sources: { id: "scoringEditor.difference.sources", defaultMessage: "Bazy i\u00a0grupy", description: "What differs" },
  properties: wordMessages.features,
  historical: {
    id: "scoringEditor.difference.historical",
    defaultMessage: "Historia z 13 tygodni",
    description: "What differs: whether earlier Mondays are calculated",
  },
});
