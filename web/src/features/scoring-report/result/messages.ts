import { defineMessages, type Message } from "../../../i18n/define-messages";

export const nextMessages = defineMessages({
  next: { id: "scoringReport.next.title", defaultMessage: "Co dalej", description: "Heading" },
  known: {
    id: "scoringReport.next.known",
    defaultMessage: "Tylko znani: do nieznanych nie można nic wysłać.",
    description: "Under the heading of a web report: the steps count visitors who are contacts",
  },
  engaged: {
    id: "scoringReport.next.engaged",
    defaultMessage:
      "{count, plural, one {# bardzo zaangażowany} few {# bardzo zaangażowanych} many {# bardzo zaangażowanych} other {# bardzo zaangażowanego}} – im pierwszym wyślij ofertę",
    description: "Contacts with a score of 81–100 and what for; beside a button that makes a group of them",
  },
  dormant: {
    id: "scoringReport.next.dormant",
    defaultMessage:
      "{count, plural, one {# uśpiony} few {# uśpionych} many {# uśpionych} other {# uśpionego}} – wyślij kampanię powrotu albo pomiń ich w\u00a0wysyłkach",
    description: "Contacts with a score of 0–20 and what for; beside a button that makes a group of them",
  },
});

export const ofAllMessages = defineMessages({
  visitors: {
    id: "scoringReport.ofAll.visitors",
    defaultMessage: "Dotyczy wszystkich odwiedzających, znanych i\u00a0nieznanych.",
    description: "Under a heading, while the figures above are of known or unknown visitors only",
  },
});

export const databaseMessages = defineMessages({
  title: { id: "scoringReport.databases.title", defaultMessage: "Według baz", description: "Heading" },
  text: {
    id: "scoringReport.databases.text",
    defaultMessage: "Zawsze wszystkie bazy tego wyniku.",
    description: "Under the heading",
  },
});

export const receiptMessages = defineMessages({
  title: { id: "scoringReport.receipt.title", defaultMessage: "Oceny zapisane w\u00a0cechach", description: "Heading" },
  lead: {
    id: "scoringReport.receipt.lead",
    defaultMessage: "Cecha trzyma ocenę z\u00a0ostatniego przeliczenia. Wykluczeni i\u00a0zablokowani jej nie mają.",
    description: "Under the heading",
  },
  feature: { id: "scoringReport.receipt.feature", defaultMessage: "Cecha", description: "Column" },
  written: {
    id: "scoringReport.receipt.written",
    defaultMessage: "Zapisano",
    description: "Column: number of contacts",
  },
  skipped: {
    id: "scoringReport.receipt.skipped",
    defaultMessage: "Pominięto",
    description: "Column: number and reasons",
  },
  skippedOf: {
    id: "scoringReport.receipt.skippedOf",
    defaultMessage: "{count}: {reasons}",
    description: "How many did not get it, and of which reason how many",
  },
  gone: { id: "scoringReport.receipt.gone", defaultMessage: "usunięta cecha", description: "The feature is gone" },
});

/** The reasons why a contact's score was not written into its feature, in the order of the columns. */
export const skipMessages: Readonly<Record<"BLOCKED" | "ERASED" | "UNKNOWN" | "PROPERTY_GONE", Message>> =
  defineMessages({
    BLOCKED: {
      id: "scoringReport.skip.blocked",
      defaultMessage: "zablokowane {count}",
      description: "Blocked addresses",
    },
    ERASED: {
      id: "scoringReport.skip.erased",
      defaultMessage: "usunięte {count}",
      description: "Contacts that are gone",
    },
    UNKNOWN: { id: "scoringReport.skip.unknown", defaultMessage: "nieznani {count}", description: "Unknown visitors" },
    PROPERTY_GONE: {
      id: "scoringReport.skip.propertyGone",
      defaultMessage: "cecha usunięta {count}",
      description: "The feature is gone",
    },
  });

/** The settings of a result. */
export const configMessages = defineMessages({
  title: { id: "scoringReport.config.title", defaultMessage: "Ustawienia tego wyniku", description: "Heading" },
  changed: {
    id: "scoringReport.config.changed",
    defaultMessage: "Ustawienia zmieniono później, więc dziś wynik byłby inny.",
    description: "Under the heading",
  },
  days: {
    id: "scoringReport.config.days",
    defaultMessage: "{days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
    description: "Length of the period",
  },
  machineOpens: {
    id: "scoringReport.config.machineOpens",
    defaultMessage: "Otwarcia automatyczne",
    description: "Before their share of all opens",
  },
  machineClicks: {
    id: "scoringReport.config.machineClicks",
    defaultMessage: "Kliknięcia automatyczne",
    description: "Before their share of all clicks",
  },
  share: {
    id: "scoringReport.config.share",
    defaultMessage: "{share} ({policy})",
    description: "Share of opens by machines, and whether they count",
  },
  counted: { id: "scoringReport.config.counted", defaultMessage: "liczone", description: "Opens by machines" },
  leftOut: { id: "scoringReport.config.leftOut", defaultMessage: "pominięte", description: "Opens by machines" },
  percentile: { id: "scoringReport.config.percentile", defaultMessage: "Percentyl", description: "Label" },
  whole: { id: "scoringReport.config.whole", defaultMessage: "cała baza", description: "Nobody is left out by groups" },
  scored: { id: "scoringReport.config.scored", defaultMessage: "oceniane: {groups}", description: "Names of groups" },
  excluded: {
    id: "scoringReport.config.excluded",
    defaultMessage: "wykluczone: {groups}",
    description: "Names of groups",
  },
  unnamedGroup: {
    id: "scoringReport.config.unnamedGroup",
    defaultMessage: "grupa nr {id}",
    description: "A group whose name is not known any more",
  },
});
