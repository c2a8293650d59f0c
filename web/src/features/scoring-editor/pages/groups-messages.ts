import { defineMessages } from "../../../i18n/define-messages";

export const groupsMessages = defineMessages({
  lead: {
    id: "scoringEditorGroups.page.lead",
    defaultMessage: "Wskaż, kogo oceniać, a\u00a0kogo pominąć. Od razu widać, ile osób dostanie ocenę.",
    description: "Question under the heading",
  },
  allBases: {
    id: "scoringEditorGroups.base.allBases",
    defaultMessage: "Wszystkie bazy",
    description: "Entry that shows the groups of all databases",
  },
  baseOption: {
    id: "scoringEditorGroups.base.baseOption",
    defaultMessage: "{uid} – {state}",
    description: "Entry of a database; state such as “whole” or “2 groups”",
  },
  takeIn: {
    id: "scoringEditorGroups.base.takeIn",
    defaultMessage: "Oceniaj bazę {uid}",
    description: "Checkbox",
  },
  contacts: {
    id: "scoringEditorGroups.base.contacts",
    defaultMessage: "{count, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "Size of a database",
  },
  stateWhole: {
    id: "scoringEditorGroups.base.stateWhole",
    defaultMessage: "cała",
    description: "State of a database",
  },
  stateSkip: {
    id: "scoringEditorGroups.base.stateSkip",
    defaultMessage: "pominięta",
    description: "State of a database",
  },
  stateGroups: {
    id: "scoringEditorGroups.base.stateGroups",
    defaultMessage: "{count, plural, =0 {nie wskazano grup} one {# grupa} few {# grupy} many {# grup} other {# grupy}}",
    description: "State of a database: groups to score",
  },
  modeOf: {
    id: "scoringEditorGroups.mode.modeOf",
    defaultMessage: "Baza {uid}: kogo oceniać",
    description: "Name of the choice",
  },
  whole: {
    id: "scoringEditorGroups.mode.whole",
    defaultMessage: "Cała baza",
    description: "Choice",
  },
  chosen: {
    id: "scoringEditorGroups.mode.chosen",
    defaultMessage: "Wybrane grupy",
    description: "Choice",
  },
  skipped: {
    id: "scoringEditorGroups.mode.skipped",
    defaultMessage: "Nikogo z\u00a0bazy {uid} nie ocenimy.",
    description: "Under the choice",
  },
  byDefault: {
    id: "scoringEditorGroups.mode.byDefault",
    defaultMessage: "Nic nie wskazano: ocenimy całą bazę {uid}. Aby ją pominąć, dodaj najpierw inną bazę.",
    description: "Where nothing was marked",
  },
  noGroup: {
    id: "scoringEditorGroups.advice.noGroup",
    defaultMessage: "Wskaż, kogo oceniać",
    description: "Only groups to exclude are marked",
  },
  noGroupIn: {
    id: "scoringEditorGroups.advice.noGroupIn",
    defaultMessage: "Wskaż, kogo oceniać w\u00a0bazie {uid}",
    description: "What keeps from going on",
  },
  allGroups: {
    id: "scoringEditorGroups.advice.allGroups",
    defaultMessage: "Wszystkie grupy: ocenimy całą bazę, także kontakty bez grupy",
    description: "Every group of a database is marked",
  },
  tooMany: {
    id: "scoringEditorGroups.advice.tooMany",
    defaultMessage: "W\u00a0jednej bazie można wskazać najwyżej 1000 grup. Wybierz całą bazę i\u00a0wyklucz pozostałe.",
    description: "Too many groups would be marked",
  },
  search: {
    id: "scoringEditorGroups.list.search",
    defaultMessage: "Szukaj grupy",
    description: "Name of the field",
  },
  searchIn: {
    id: "scoringEditorGroups.list.searchIn",
    defaultMessage:
      "Szukaj w\u00a0{total, plural, one {{count} grupie} few {{count} grupach} many {{count} grupach} other {{count} grupy}}",
    description: "In the empty field; count is the same number, formatted",
  },
  show: {
    id: "scoringEditorGroups.list.show",
    defaultMessage: "Pokaż",
    description: "Name of the choice between all groups and those marked",
  },
  marked: {
    id: "scoringEditorGroups.list.marked",
    defaultMessage: "Wybrane {count, number}",
    description: "Only groups that are marked",
  },
  mark: {
    id: "scoringEditorGroups.list.mark",
    defaultMessage: "Wybór",
    description: "Column: whether a group is scored or excluded",
  },
  markOf: {
    id: "scoringEditorGroups.list.markOf",
    defaultMessage: "{group}, baza {uid}",
    description: "Name of the choice in a row",
  },
  none: {
    id: "scoringEditorGroups.mark.none",
    defaultMessage: "Niewybrana",
    description: "Choice in a row: neither scored nor excluded",
  },
  inWhole: {
    id: "scoringEditorGroups.mark.inWhole",
    defaultMessage: "Oceniana",
    description: "Mark of a group: its contacts are scored",
  },
  leftOut: {
    id: "scoringEditorGroups.mark.leftOut",
    defaultMessage: "Wykluczona",
    description: "Mark of a group that cannot be changed: its contacts are not scored",
  },
  score: {
    id: "scoringEditorGroups.mark.score",
    defaultMessage: "Oceniaj",
    description: "Choice in a row",
  },
  exclude: {
    id: "scoringEditorGroups.mark.exclude",
    defaultMessage: "Wyklucz",
    description: "Choice in a row",
  },
  usedIn: {
    id: "scoringEditorGroups.list.usedIn",
    defaultMessage:
      "{count, plural, one {używa jej # inny scoring} few {używają jej # inne scoringi} many {używa jej # innych scoringów} other {używa jej # innego scoringu}}",
    description: "How many other scorings use the group; their names follow for ears",
  },
  shown: {
    id: "scoringEditorGroups.list.shown",
    defaultMessage:
      "{count, plural, one {# grupa na liście} few {# grupy na liście} many {# grup na liście} other {# grupy na liście}}",
    description: "Under the list",
  },
  scoreShown: {
    id: "scoringEditorGroups.list.scoreShown",
    defaultMessage:
      "Oceniaj {count, plural, one {# widoczną} few {# widoczne} many {# widocznych} other {# widocznej}}",
    description: "Button: marks every group of the list",
  },
  noGroups: {
    id: "scoringEditorGroups.list.noGroups",
    defaultMessage: "Nie ma jeszcze grup",
    description: "Empty list",
  },
  noMatch: {
    id: "scoringEditorGroups.list.noMatch",
    defaultMessage: "Nic nie pasuje.",
    description: "No group fits what was typed",
  },
  scored: {
    id: "scoringEditorGroups.chips.scored",
    defaultMessage: "Oceniane:",
    description: "Before the groups to score",
  },
  excluded: {
    id: "scoringEditorGroups.chips.excluded",
    defaultMessage: "Wykluczone:",
    description: "Before the groups to exclude",
  },
  moreChips: {
    id: "scoringEditorGroups.chips.moreChips",
    defaultMessage: "i\u00a0{count, plural, one {jeszcze #} few {jeszcze #} many {jeszcze #} other {jeszcze #}}",
    description: "After the first marked groups",
  },
  gone: {
    id: "scoringEditorGroups.chips.gone",
    defaultMessage: "Grupa usunięta",
    description: "A group that is marked and was deleted meanwhile",
  },
  remove: {
    id: "scoringEditorGroups.chips.remove",
    defaultMessage: "Odznacz: {group}",
    description: "Button",
  },
  add: {
    id: "scoringEditorGroups.add.add",
    defaultMessage: "Nowa grupa",
    description: "Button",
  },
  newName: {
    id: "scoringEditorGroups.add.newName",
    defaultMessage: "Nazwa nowej grupy w\u00a0bazie {uid}",
    description: "Label",
  },
  addSubmit: {
    id: "scoringEditorGroups.add.addSubmit",
    defaultMessage: "Dodaj grupę",
    description: "Button",
  },
  taken: {
    id: "scoringEditorGroups.add.taken",
    defaultMessage: "Taka nazwa już istnieje",
    description: "At the field",
  },
});
