import { defineMessages, type Message } from "../../i18n/define-messages";
import type { StepName } from "./model/steps";
import { wordMessages } from "../../i18n/word-messages";
import { type FieldName } from "./model/differences";

export const editorMessages = defineMessages({
  turnedAway: {
    id: "scoringEditor.page.turnedAway",
    defaultMessage: "Konfigurator otwiera się z\u00a0listy scoringów. Wybierz na niej scoring, aby wrócić do edycji.",
    description: "In passing, after an address of the editor was pasted",
  },
  heading: {
    id: "scoringEditor.page.heading",
    defaultMessage: "Krok {number} z\u00a0{count}: {step}",
    description: "Heading of a step; {step} is its name, with the channel where there is one page for each",
  },
  ofChannel: {
    id: "scoringEditor.page.ofChannel",
    defaultMessage: "{step} – {channel}",
    description: "Name of a step that has a page for each channel; {channel} in running text",
  },
  steps: { id: "scoringEditor.steps.name", defaultMessage: "Kroki", description: "Name of the way through the steps" },
  toStep: {
    id: "scoringEditor.steps.toStep",
    defaultMessage: "Przejdź do kroku",
    description: "Button on a phone that opens the steps",
  },
  done: {
    id: "scoringEditor.steps.done",
    defaultMessage: "gotowe",
    description: "Read aloud after the name of a done step",
  },
  cancelHint: {
    id: "scoringEditor.foot.cancelHint",
    defaultMessage: "To, co ustawiono, zostanie zapisane",
    description: "Tooltip of Cancel: leaving saves",
  },
  panel: {
    id: "scoringEditor.panel.name",
    defaultMessage: "Podgląd",
    description: "Name of the panel with live figures",
  },
  name: { id: "scoringEditor.name.label", defaultMessage: "Nazwa scoringu", description: "Label of the field" },
  saving: { id: "scoringEditor.save.running", defaultMessage: "Zapisywanie…", description: "State of saving" },
  saved: {
    id: "scoringEditor.save.done",
    defaultMessage: "Zapisano {time}",
    description: "State of saving; {time} like 12:04",
  },
  notSaved: {
    id: "scoringEditor.save.failed",
    defaultMessage: "Nie zapisano.",
    description: "State of saving, before Retry",
  },
  draftSaved: {
    id: "scoringEditor.save.draft",
    defaultMessage: "Zapisaliśmy szkic scoringu",
    description: "In passing, after leaving",
  },
  goOn: {
    id: "scoringEditor.save.goOn",
    defaultMessage: "Dokończ",
    description: "Button beside it: back to the scoring, which does not run yet",
  },
  changesSaved: {
    id: "scoringEditor.save.changes",
    defaultMessage: "Zmiany zostały zapisane",
    description: "In passing, after leaving",
  },
  refused: {
    id: "scoringEditor.save.refused",
    defaultMessage: "{fault} – przejdź do\u00a0kroku „{step}”",
    description: "Link to the step where a refused value can be put right; {fault} describes it",
  },
  leaveAsk: {
    id: "scoringEditor.leave.title",
    defaultMessage: "Nie udało się zapisać zmian",
    description: "Title of a dialog, after leaving failed to save",
  },
  locked: {
    id: "scoringEditor.page.locked",
    defaultMessage: "Tylko do odczytu",
    description: "Title over the pages of an active scoring; the reason follows",
  },
  editCopy: {
    id: "scoringEditor.page.editCopy",
    defaultMessage: "Edytuj kopię",
    description: "Button beside it: makes a draft with the same settings and opens it",
  },
  active: {
    id: "scoringEditor.page.active",
    defaultMessage:
      "Scoring jest aktywny. Wagi i\u00a0grupy zmienisz po wyłączeniu albo w\u00a0kopii, a\u00a0nazwę i\u00a0cechy od razu.",
    description: "Over the pages of an active scoring",
  },
  switchOff: {
    id: "scoringEditor.page.switchOff",
    defaultMessage: "Wyłącz i\u00a0edytuj",
    description: "Button beside it: the scoring is calculated no more until it is switched on",
  },
  gone: {
    id: "scoringEditor.gone.title",
    defaultMessage: "Tego scoringu już nie ma: usunięto go gdzie indziej",
    description: "The draft was deleted while it was edited",
  },
  saveAsNew: {
    id: "scoringEditor.gone.save",
    defaultMessage: "Zapisz jako nowy szkic",
    description: "Button, where the draft was deleted",
  },
});

export const stepMessages: Readonly<Record<StepName, Message>> = defineMessages({
  channel: wordMessages.channel,
  types: { id: "scoringEditor.step.types", defaultMessage: "Rodzaje", description: "Step: types of communication" },
  shares: { id: "scoringEditor.step.shares", defaultMessage: "Udziały", description: "Step: share of each type" },
  groups: wordMessages.groups,
  summary: { id: "scoringEditor.step.summary", defaultMessage: "Podsumowanie", description: "Last step" },
  weights: wordMessages.weights,
  events: { id: "scoringEditor.step.events", defaultMessage: "Zdarzenia", description: "First step of lead scoring" },
});

export const percentMessages = defineMessages({
  sum: {
    id: "scoringEditor.percent.sum",
    defaultMessage: "Suma: {sum}%",
    description: "Under shares that add up to 100%",
  },
  sumMissing: {
    id: "scoringEditor.percent.missing",
    defaultMessage: "Suma: {sum}% (brakuje {missing}%)",
    description: "Under shares",
  },
  sumTooMuch: {
    id: "scoringEditor.percent.tooMuch",
    defaultMessage: "Suma: {sum}% (o\u00a0{over}% za dużo)",
    description: "Under shares",
  },
});

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
