import { defineMessages } from "../../../i18n/define-messages";

export const groupMessages = defineMessages({
  bands: { id: "scoringReport.group.bands", defaultMessage: "Oceny", description: "Label of the bands to choose" },
  reasons: {
    id: "scoringReport.group.reasons",
    defaultMessage: "Powody",
    description: "Label of the reasons to choose",
  },
  reasonsFailed: {
    id: "scoringReport.group.reasonsFailed",
    defaultMessage: "Nie udało się wczytać powodów. Zamknij okno i\u00a0otwórz je jeszcze raz.",
    description: "In place of the reasons",
  },
  nobodyTicked: {
    id: "scoringReport.group.nobodyTicked",
    defaultMessage: "Zaznacz, kto ma trafić do grupy",
    description: "Nothing is chosen, or nobody stands in it",
  },
  visitorsText: {
    id: "scoringReport.group.visitorsText",
    defaultMessage: "Osoba z\u00a0kilkoma przeglądarkami liczy się raz, według najwyższej oceny.",
    description: "Web: how visitors become contacts",
  },
  unknown: {
    id: "scoringReport.group.unknown",
    defaultMessage:
      "{count, plural, one {# nieznanego} few {# nieznanych} many {# nieznanych} other {# nieznanego}} pominięto: nie są kontaktami.",
    description: "Web: visitors who cannot join a group",
  },
  range: {
    id: "scoringReport.group.range",
    defaultMessage: "{scoringMin}–{scoringMax}",
    description: "A range of scores",
  },
  field: {
    id: "scoringReport.group.field",
    defaultMessage: "Grupa: nowa nazwa albo jedna z\u00a0istniejących",
    description: "Label of the field",
  },
  proposal: {
    id: "scoringReport.group.proposal",
    defaultMessage: "{scoring} {ranges}, {date}",
    description: "Proposed name of a group made of bands",
  },
  proposalReason: {
    id: "scoringReport.group.proposalReason",
    defaultMessage: "{scoring}, {reason}, {date}",
    description: "Proposed name of a group made of one reason",
  },
  proposalReasons: {
    id: "scoringReport.group.proposalReasons",
    defaultMessage: "{scoring}, wykluczeni, {date}",
    description: "Proposed name of a group made of several reasons",
  },
  option: {
    id: "scoringReport.group.option",
    defaultMessage: "baza {uid}",
    description: "Beside the name of an existing group",
  },
  existing: {
    id: "scoringReport.group.existing",
    defaultMessage: "Istniejąca grupa w\u00a0bazie {uid}. Kto już w\u00a0niej jest, zostanie.",
    description: "Under the field: a group that exists was chosen",
  },
  onlyUid: {
    id: "scoringReport.group.onlyUid",
    defaultMessage: "Dołączą tylko kontakty z\u00a0bazy {uid}.",
    description: "Under the field: contacts of other databases do not join",
  },
  onlyUidCount: {
    id: "scoringReport.group.onlyUidCount",
    defaultMessage: "Dołączą tylko kontakty z\u00a0bazy {uid}: {count, number}.",
    description: "The same with how many they are",
  },
  fresh: { id: "scoringReport.group.fresh", defaultMessage: "Powstanie nowa grupa.", description: "Under the field" },
  freshEach: {
    id: "scoringReport.group.freshEach",
    defaultMessage: "W\u00a0każdej bazie osobna grupa o\u00a0tej nazwie: {uids}.",
    description: "Under the field: several databases",
  },
  noGroups: {
    id: "scoringReport.group.noGroups",
    defaultMessage: "Nie udało się wczytać istniejących grup. Nową możesz utworzyć.",
    description: "Above the field",
  },
  submit: {
    id: "scoringReport.group.submit",
    defaultMessage: "Dodaj {count, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "Button",
  },
  submitVisitors: {
    id: "scoringReport.group.submitVisitors",
    defaultMessage: "Dodaj kontakty",
    description: "Button, web",
  },
  replaced: {
    id: "scoringReport.group.replaced",
    defaultMessage: "Wynik przeliczono w\u00a0międzyczasie",
    description: "The result was calculated again while the dialog was open",
  },
  replacedText: {
    id: "scoringReport.group.replacedText",
    defaultMessage: "Nikogo nie dodano. Odśwież raport, sprawdź liczby i\u00a0spróbuj jeszcze raz.",
    description: "What to do then",
  },
  refresh: { id: "scoringReport.group.refresh", defaultMessage: "Odśwież raport", description: "Button" },
  failed: { id: "scoringReport.group.failed", defaultMessage: "Nikogo nie dodano", description: "The call failed" },
  earlier: {
    id: "scoringReport.group.earlier",
    defaultMessage:
      "Wcześniej dodane ({count, plural, one {# potwierdzenie} few {# potwierdzenia} many {# potwierdzeń} other {# potwierdzenia}})",
    description: "Opens the list of earlier receipts of this scoring",
  },
});

export const exportMessages = defineMessages({
  added: {
    id: "scoringReport.export.added",
    defaultMessage: "dodano {added, number}, już w\u00a0grupie {alreadyThere, number}",
    description: "Receipt: what came of it",
  },
  addedTo: {
    id: "scoringReport.export.addedTo",
    defaultMessage: "Dodano do grupy: {added, number}",
    description: "Said in passing",
  },
  notContacts: {
    id: "scoringReport.export.notContacts",
    defaultMessage: "nie są kontaktami: {count, number}",
    description: "Receipt: visitors who were skipped",
  },
  erased: {
    id: "scoringReport.export.erased",
    defaultMessage: "usunięte od przeliczenia: {count, number}",
    description: "Receipt: contacts who were erased since the calculation",
  },
  nobody: {
    id: "scoringReport.export.nobody",
    defaultMessage: "Nie było kogo dodać, więc żadna grupa nie powstała.",
    description: "Receipt without groups",
  },
  what: { id: "scoringReport.export.what", defaultMessage: "Oceny lub powód", description: "Column: what was put in" },
  addedColumn: { id: "scoringReport.export.addedColumn", defaultMessage: "Dodano", description: "Column" },
  thereColumn: { id: "scoringReport.export.thereColumn", defaultMessage: "Już w\u00a0grupie", description: "Column" },
  created: {
    id: "scoringReport.export.created",
    defaultMessage: "nowa",
    description: "Mark: the export made the group",
  },
  of: {
    id: "scoringReport.export.of",
    defaultMessage: "{at}, wynik z\u00a0{date}, {channel}",
    description: "Head of an earlier receipt: when it was made, and from which result",
  },
  removed: {
    id: "scoringReport.export.removed",
    defaultMessage: "Usunięto z\u00a0grupy: {removed, number}",
    description: "After undoing",
  },
  kept: {
    id: "scoringReport.export.kept",
    defaultMessage: "Nowe grupy zostały razem z\u00a0kontaktami, które trafiły do nich inną drogą.",
    description: "After undoing: groups that the export made stay",
  },
  removeGroup: {
    id: "scoringReport.export.removeGroup",
    defaultMessage:
      "{count, plural, one {Usuń pustą grupę „{name}”} few {Usuń # puste grupy} many {Usuń # pustych grup} other {Usuń # pustej grupy}}",
    description: "Button: removes the groups that are empty after undoing",
  },
  groupRemoved: {
    id: "scoringReport.export.groupRemoved",
    defaultMessage:
      "{count, plural, one {Usunięto grupę „{name}”.} few {Usunięto # grupy.} many {Usunięto # grup.} other {Usunięto # grupy.}}",
    description: "The empty groups are gone",
  },
  toGroup: {
    id: "scoringReport.export.toGroup",
    defaultMessage: "Zobacz grupę",
    description: "Button of the receipt: to the contacts of the group",
  },
  undoneAt: {
    id: "scoringReport.export.undoneAt",
    defaultMessage: "Cofnięto {at}",
    description: "An earlier receipt was undone",
  },
  undoneBefore: {
    id: "scoringReport.export.undoneBefore",
    defaultMessage: "Już cofnięto o\u00a0{time}",
    description: "Somebody undid it before; a time of today",
  },
  undoneBeforeOn: {
    id: "scoringReport.export.undoneBeforeOn",
    defaultMessage: "Już cofnięto {at}",
    description: "Somebody undid it before; a moment of another day",
  },
  undoFailed: {
    id: "scoringReport.export.undoFailed",
    defaultMessage: "Nie udało się cofnąć",
    description: "Undoing failed",
  },
});
