import { defineMessages, type Message } from "../../i18n/define-messages";
import type { StepName } from "./model/steps";
import { wordMessages } from "../../i18n/word-messages";

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
