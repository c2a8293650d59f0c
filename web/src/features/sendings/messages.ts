import { defineMessages, type Message } from "../../i18n/define-messages";
import type { Outcome } from "./rates";

export const sendingsRouteMessages = defineMessages({
  title: { id: "sendings.page.title", defaultMessage: "Wysyłki", description: "Title of the page" },
});

export const sendingsMessages = defineMessages({
  download: { id: "sendings.download.menu", defaultMessage: "Pobierz", description: "Button that offers files" },
  csv: { id: "sendings.download.csv", defaultMessage: "CSV – do arkusza", description: "Choice" },
  parquet: { id: "sendings.download.parquet", defaultMessage: "Parquet – do hurtowni danych", description: "Choice" },
  downloaded: { id: "sendings.download.done", defaultMessage: "Pobrano plik {name}", description: "Said afterwards" },
  lead: {
    id: "sendings.page.lead",
    defaultMessage: "Co wyszło i\u00a0co wróciło. Otwarcia i\u00a0kliknięcia przypisane do dnia wysyłki.",
    description: "Under the title",
  },
  day: {
    id: "sendings.page.day",
    defaultMessage: "Wysyłki z\u00a0{date}",
    description: "Title of the page of one day",
  },
  dayLead: {
    id: "sendings.page.dayLead",
    defaultMessage: "Wiadomości tego dnia. Otwarcia i\u00a0kliknięcia liczą się tu także wtedy, gdy przyszły później.",
    description: "Under the title of one day",
  },
  filters: { id: "sendings.filter.name", defaultMessage: "Filtry wysyłek", description: "Name of the filters" },
  category: { id: "sendings.filter.category", defaultMessage: "Rodzaj komunikacji", description: "Label" },
  noCategory: {
    id: "sendings.filter.noCategory",
    defaultMessage: "Bez rodzaju",
    description: "Messages without a type",
  },
  empty: {
    id: "sendings.empty.title",
    defaultMessage: "W\u00a0tym okresie nic nie wysłano",
    description: "No sendings",
  },
  emptyText: {
    id: "sendings.empty.text",
    defaultMessage: "Wybierz dłuższy okres albo wyczyść filtry.",
    description: "No sendings: what helps",
  },
  blank: {
    id: "sendings.blank.title",
    defaultMessage: "Nie ma jeszcze wysyłek",
    description: "No sendings, in an account without any data",
  },
  blankText: {
    id: "sendings.blank.text",
    defaultMessage: "Wgraj plik albo połącz dostawcę.",
    description: "Under it: where sendings come from",
  },
  emptyDay: {
    id: "sendings.empty.day",
    defaultMessage: "Tego dnia nic nie wysłano",
    description: "No sendings on the day",
  },
  emptyDayText: {
    id: "sendings.empty.dayText",
    defaultMessage: "Wybierz inny dzień albo wyczyść filtry.",
    description: "No sendings on the day: what helps",
  },
  otherDays: { id: "sendings.days.name", defaultMessage: "Inne dni", description: "Name of two links" },
  dayBefore: { id: "sendings.days.before", defaultMessage: "Poprzedni dzień: {date}", description: "Link" },
  dayAfter: { id: "sendings.days.after", defaultMessage: "Następny dzień: {date}", description: "Link" },
  toDays: { id: "sendings.empty.toDays", defaultMessage: "Pokaż wszystkie dni", description: "Button" },
  date: { id: "sendings.table.date", defaultMessage: "Dzień wysyłki", description: "Column" },
  message: { id: "sendings.table.message", defaultMessage: "Wiadomość", description: "Column" },
  single: {
    id: "sendings.table.single",
    defaultMessage:
      "{count, plural, one {# wiadomość do jednej osoby} few {# wiadomości, każda do jednej osoby} many {# wiadomości, każda do jednej osoby} other {# wiadomości, każda do jednej osoby}}",
    description: "The row of messages that went to one contact each, such as automatic ones",
  },
  ofSent: { id: "sendings.figure.ofSent", defaultMessage: "{percent} wysłanych", description: "Under a key figure" },
  ofDelivered: {
    id: "sendings.figure.ofDelivered",
    defaultMessage: "{percent} doręczonych",
    description: "Under a key figure",
  },
  earlier: {
    id: "sendings.figure.earlier",
    defaultMessage: "wcześniej {value}",
    description: "Under a key figure: the same of as many days before, a percentage or a number",
  },
  openedHint: {
    id: "sendings.figure.openedHint",
    defaultMessage: "{percent} doręczonych e-\u2060maili",
    description: "Under the number of opens, while SMS are counted too",
  },
  chart: { id: "sendings.chart.title", defaultMessage: "Wysłane dzień po dniu", description: "Heading of the chart" },
  namesNote: {
    id: "sendings.table.namesNote",
    defaultMessage:
      "Nazwa wiadomości to jej identyfikator w\u00a0pliku albo pole puls_message u\u00a0dostawcy poczty. Wiadomości wysłane do jednej osoby, na przykład automatyczne, są w\u00a0jednym wierszu.",
    description: "Under the messages of a day: where their names come from; puls_message is the name of a field",
  },
  ratesNote: {
    id: "sendings.table.ratesNote",
    defaultMessage:
      "Procent doręczonych i\u00a0odbitych jest z\u00a0wysłanych, pozostałe z\u00a0doręczonych. SMS nie ma otwarć.",
    description: "Under the table",
  },
});

/** The counts. */
export const countMessages: Readonly<Record<"sent" | Outcome, Message>> = defineMessages({
  sent: { id: "sendings.table.sent", defaultMessage: "Wysłane", description: "Column and key figure" },
  delivered: { id: "sendings.table.delivered", defaultMessage: "Doręczone", description: "Column and key figure" },
  opened: { id: "sendings.table.opened", defaultMessage: "Otwarte", description: "Column and key figure" },
  clicked: { id: "sendings.table.clicked", defaultMessage: "Kliknięte", description: "Column and key figure" },
  bounced: { id: "sendings.table.bounced", defaultMessage: "Odbite", description: "Column: bounced" },
  unsubscribed: { id: "sendings.table.unsubscribed", defaultMessage: "Wypisania", description: "Column" },
});
