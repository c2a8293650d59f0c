import { defineMessages } from "../../i18n/define-messages";

export const startMessages = defineMessages({
  offer: {
    id: "scoringStart.page.offer",
    defaultMessage: "Nie wiesz, co wybrać? <link>Zobacz w\u00a05 krokach, co mówi ocena i\u00a0skąd się bierze</link>.",
    description: "Offered once, above the form",
  },
  question: {
    id: "scoringStart.way.question",
    defaultMessage: "Jak ma powstać scoring?",
    description: "Above the ways of making a scoring",
  },
  guided: { id: "scoringStart.way.guided", defaultMessage: "Poprowadź mnie", description: "Way" },
  guidedText: {
    id: "scoringStart.way.guidedText",
    defaultMessage: "Wagi wynikną z\u00a0tego, co wysyłasz.",
    description: "Under the way",
  },
  own: { id: "scoringStart.way.own", defaultMessage: "Własne wagi", description: "Way" },
  ownText: {
    id: "scoringStart.way.ownText",
    defaultMessage: "Twoja decyzja, ile znaczą otwarcia, kliknięcia i\u00a0doręczenia.",
    description: "Under the way",
  },
  lead: { id: "scoringStart.way.lead", defaultMessage: "Scoring leadów", description: "Way" },
  leadText: {
    id: "scoringStart.way.leadText",
    defaultMessage: "Oceni odwiedzających Twoją stronę WWW.",
    description: "Under the way",
  },
  leadNoWebsite: {
    id: "scoringStart.way.leadNoWebsite",
    defaultMessage: "Najpierw <link>dodaj stronę WWW</link>.",
    description: "Why lead scoring cannot be chosen",
  },
  leadNoEvents: {
    id: "scoringStart.way.leadNoEvents",
    defaultMessage: "Najpierw <link>wybierz śledzone zdarzenia</link>.",
    description: "Why lead scoring cannot be chosen",
  },
  proposal: {
    id: "scoringStart.name.proposal",
    defaultMessage: "Zaangażowanie – {month}",
    description: "Proposed name; month with its year",
  },
  count: {
    id: "scoringStart.name.count",
    defaultMessage: "{count, number}/{max, number}",
    description: "Characters used and allowed",
  },
  emoji: { id: "scoringStart.name.emoji", defaultMessage: "Wstaw emoji", description: "Button beside the name" },
  emojiSearch: { id: "scoringStart.emoji.search", defaultMessage: "Szukaj emoji", description: "Search field" },
  file: {
    id: "scoringStart.page.file",
    defaultMessage: "Wczytaj ustawienia z\u00a0pliku",
    description: "Button: a scoring as JSON",
  },
  fileWrong: {
    id: "scoringStart.file.wrong",
    defaultMessage: "Nie udało się wczytać pliku",
    description: "Heading above what is wrong with it",
  },
  fileField: {
    id: "scoringStart.file.field",
    defaultMessage: "{path}: {problem}",
    description: "What of a file cannot be used and why",
  },
  reachNow: {
    id: "scoringStart.reach.now",
    defaultMessage: "{channel} {count, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "How many can be scored today",
  },
  reachFrom: {
    id: "scoringStart.reach.from",
    defaultMessage: "{channel} od {date}",
    description: "First day that can be calculated",
  },
  reachNone: {
    id: "scoringStart.reach.none",
    defaultMessage: "{channel}: brak danych",
    description: "Nothing was ever sent",
  },
});
