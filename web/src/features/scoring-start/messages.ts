import { defineMessages } from "../../i18n/define-messages";

export const routeMessages = defineMessages({
  title: { id: "start.page.title", defaultMessage: "Oblicz nowy scoring", description: "Heading" },
});

export const startMessages = defineMessages({
  howItWorks: { id: "start.page.howItWorks", defaultMessage: "Jak to działa?", description: "Link to the education" },
  offer: {
    id: "start.page.offer",
    defaultMessage: "To pierwszy scoring? <link>Zobacz w\u00a05 krokach, co mówi ocena i\u00a0skąd się bierze</link>.",
    description: "Offered once, above the form",
  },
  question: {
    id: "start.way.question",
    defaultMessage: "Jak ma powstać scoring?",
    description: "Above the ways of making a scoring",
  },
  guided: { id: "start.way.guided", defaultMessage: "Poprowadź mnie", description: "Way" },
  guidedText: {
    id: "start.way.guidedText",
    defaultMessage: "Wagi wynikną z\u00a0tego, co wysyłasz.",
    description: "Under the way",
  },
  own: { id: "start.way.own", defaultMessage: "Własne wagi", description: "Way" },
  ownText: {
    id: "start.way.ownText",
    defaultMessage: "Twoja decyzja, ile znaczą otwarcia, kliknięcia i\u00a0doręczenia.",
    description: "Under the way",
  },
  lead: { id: "start.way.lead", defaultMessage: "Scoring leadów", description: "Way" },
  leadText: {
    id: "start.way.leadText",
    defaultMessage: "Oceni odwiedzających Twoją stronę WWW.",
    description: "Under the way",
  },
  leadNoWebsite: {
    id: "start.way.leadNoWebsite",
    defaultMessage: "Najpierw <link>dodaj stronę WWW</link>.",
    description: "Why lead scoring cannot be chosen",
  },
  leadNoEvents: {
    id: "start.way.leadNoEvents",
    defaultMessage: "Najpierw <link>wybierz śledzone zdarzenia</link>.",
    description: "Why lead scoring cannot be chosen",
  },
  name: { id: "start.name.label", defaultMessage: "Nazwa", description: "Label" },
  proposal: {
    id: "start.name.proposal",
    defaultMessage: "Zaangażowanie – {month}",
    description: "Proposed name; month with its year",
  },
  count: {
    id: "start.name.count",
    defaultMessage: "{count, number}/{max, number}",
    description: "Characters used and allowed",
  },
  emoji: { id: "start.name.emoji", defaultMessage: "Wstaw emoji", description: "Button beside the name" },
  emojiSearch: { id: "start.emoji.search", defaultMessage: "Szukaj emoji", description: "Search field" },
  emojiNone: { id: "start.emoji.none", defaultMessage: "Nic nie pasuje", description: "No emoji found" },
  next: { id: "start.page.next", defaultMessage: "Dalej", description: "Button" },
  file: { id: "start.page.file", defaultMessage: "Wczytaj z\u00a0pliku", description: "Button: a scoring as JSON" },
  fileWrong: {
    id: "start.file.wrong",
    defaultMessage: "Nie udało się wczytać pliku",
    description: "Heading above what is wrong with it",
  },
  fileField: {
    id: "start.file.field",
    defaultMessage: "{path}: {problem}",
    description: "What of a file cannot be used and why",
  },
  reachNow: {
    id: "start.reach.now",
    defaultMessage: "{channel} {count, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "How many can be scored today",
  },
  reachFrom: {
    id: "start.reach.from",
    defaultMessage: "{channel} od {date}",
    description: "First day that can be calculated",
  },
  reachNone: { id: "start.reach.none", defaultMessage: "{channel}: brak danych", description: "Nothing was ever sent" },
});
