import { defineMessages, type Message } from "../../../i18n/define-messages";

export const nextMessages = defineMessages({
  next: { id: "report.next.title", defaultMessage: "Co dalej", description: "Heading" },
  make: { id: "report.next.make", defaultMessage: "Utwórz grupę", description: "Button" },
  engaged: {
    id: "report.next.engaged",
    defaultMessage:
      "{count, plural, one {# bardzo zaangażowany} few {# bardzo zaangażowanych} many {# bardzo zaangażowanych} other {# bardzo zaangażowanego}}",
    description: "Contacts with a score of 81–100; beside a button that makes a group of them",
  },
  dormant: {
    id: "report.next.dormant",
    defaultMessage: "{count, plural, one {# uśpiony} few {# uśpionych} many {# uśpionych} other {# uśpionego}}",
    description: "Contacts with a score of 0–20; beside a button that makes a group of them",
  },
});

export const databaseMessages = defineMessages({
  title: { id: "report.databases.title", defaultMessage: "Według baz", description: "Heading" },
  text: {
    id: "report.databases.text",
    defaultMessage: "Wszystkie bazy tego wyniku, także te, które wybór powyżej pomija.",
    description: "Under the heading",
  },
  database: { id: "report.databases.database", defaultMessage: "Baza", description: "Column: UID" },
});

export const receiptMessages = defineMessages({
  title: { id: "report.receipt.title", defaultMessage: "Oceny zapisane w\u00a0cechach", description: "Heading" },
  lead: {
    id: "report.receipt.lead",
    defaultMessage: "Cecha trzyma ocenę z\u00a0ostatniego przeliczenia. Wykluczeni i\u00a0zablokowani jej nie mają.",
    description: "Under the heading",
  },
  feature: { id: "report.receipt.feature", defaultMessage: "Cecha", description: "Column" },
  database: { id: "report.receipt.database", defaultMessage: "Baza", description: "Column: UID" },
  written: { id: "report.receipt.written", defaultMessage: "Zapisano", description: "Column: number of contacts" },
  skipped: { id: "report.receipt.skipped", defaultMessage: "Pominięto", description: "Column: number and reasons" },
  skippedOf: {
    id: "report.receipt.skippedOf",
    defaultMessage: "{count}: {reasons}",
    description: "How many did not get it, and of which reason how many",
  },
  gone: { id: "report.receipt.gone", defaultMessage: "usunięta cecha", description: "The feature is gone" },
});

/** Why a contact with a score did not get it into its feature, in the order of the columns. */
export const skipMessages: Readonly<Record<"BLOCKED" | "ERASED" | "UNKNOWN" | "PROPERTY_GONE", Message>> =
  defineMessages({
    BLOCKED: { id: "report.skip.blocked", defaultMessage: "zablokowane {count}", description: "Blocked addresses" },
    ERASED: { id: "report.skip.erased", defaultMessage: "usunięte {count}", description: "Contacts that are gone" },
    UNKNOWN: { id: "report.skip.unknown", defaultMessage: "nieznani {count}", description: "Unknown visitors" },
    PROPERTY_GONE: {
      id: "report.skip.propertyGone",
      defaultMessage: "cecha usunięta {count}",
      description: "The feature is gone",
    },
  });

/** What a result was made with. */
export const configMessages = defineMessages({
  title: { id: "report.config.title", defaultMessage: "Ustawienia tego wyniku", description: "Heading" },
  changed: {
    id: "report.config.changed",
    defaultMessage: "Dziś scoring liczyłby inaczej: ustawienia zmieniono później.",
    description: "Under the heading",
  },
  period: { id: "report.config.period", defaultMessage: "Okres analizy", description: "Label" },
  days: {
    id: "report.config.days",
    defaultMessage: "{days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
    description: "Length of the period",
  },
  weights: { id: "report.config.weights", defaultMessage: "Wagi", description: "Label" },
  machineOpens: {
    id: "report.config.machineOpens",
    defaultMessage: "Otwarcia automatyczne",
    description: "Before their share of all opens",
  },
  machineClicks: {
    id: "report.config.machineClicks",
    defaultMessage: "Kliknięcia automatyczne",
    description: "Before their share of all clicks",
  },
  share: {
    id: "report.config.share",
    defaultMessage: "{share} ({policy})",
    description: "Share of opens by machines, and whether they count",
  },
  counted: { id: "report.config.counted", defaultMessage: "liczone", description: "Opens by machines" },
  leftOut: { id: "report.config.leftOut", defaultMessage: "pominięte", description: "Opens by machines" },
  percentile: { id: "report.config.percentile", defaultMessage: "Percentyl", description: "Label" },
  database: { id: "report.config.database", defaultMessage: "Baza {uid}", description: "Label" },
  whole: { id: "report.config.whole", defaultMessage: "cała baza", description: "Nobody is left out by groups" },
  scored: { id: "report.config.scored", defaultMessage: "oceniane: {groups}", description: "Names of groups" },
  excluded: { id: "report.config.excluded", defaultMessage: "wykluczone: {groups}", description: "Names of groups" },
  unnamedGroup: {
    id: "report.config.unnamedGroup",
    defaultMessage: "grupa nr {id}",
    description: "A group whose name is not known any more",
  },
});
