import { defineMessages } from "../../i18n/define-messages";

export const overviewMessages = defineMessages({
  name: { id: "scorings.overview.name", defaultMessage: "W\u00a0skrócie", description: "Name of the section" },
  last: { id: "scorings.overview.last", defaultMessage: "Ostatnie przeliczenie", description: "Heading" },
  done: {
    id: "scorings.overview.done",
    defaultMessage:
      "Nowy wynik ma {done, number} z\u00a0{of, plural, one {# aktywnego scoringu} few {# aktywnych scoringów} many {# aktywnych scoringów} other {# aktywnego scoringu}}",
    description: "Active scorings with a result of the last day",
  },
  next: {
    id: "scorings.overview.next",
    defaultMessage: "Następne o\u00a0{time}",
    description: "The next calculation",
  },
  changes: {
    id: "scorings.overview.changes",
    defaultMessage: "Największe zmiany od\u00a0{date}",
    description: "Heading; the Monday of the week before",
  },
  ofChannel: { id: "scorings.overview.ofChannel", defaultMessage: "{name}, {channel}", description: "A scoring" },
  attention: { id: "scorings.overview.attention", defaultMessage: "Wymaga uwagi", description: "Heading" },
  nothing: { id: "scorings.overview.nothing", defaultMessage: "Wszystko w\u00a0porządku", description: "No problem" },
  more: {
    id: "scorings.overview.more",
    defaultMessage: "i\u00a0jeszcze {count, number}",
    description: "The number of problems that are not shown",
  },
  failed: {
    id: "scorings.overview.failed",
    defaultMessage: "Nie udało się przeliczyć „{name}”",
    description: "Link to the calculations of the scoring",
  },
  skipped: {
    id: "scorings.overview.skipped",
    defaultMessage: "Za mało danych, żeby przeliczyć „{name}”",
    description: "Link to the calculations of the scoring",
  },
  old: {
    id: "scorings.overview.old",
    defaultMessage: "„{name}” nie ma wyniku od ponad dwóch dni",
    description: "Link to the calculations of the scoring",
  },
  empty: {
    id: "scorings.overview.empty",
    defaultMessage: "„{name}” nikogo nie ocenia",
    description: "Link to the calculations of the scoring",
  },
  drafts: {
    id: "scorings.overview.drafts",
    defaultMessage:
      "{count, plural, one {# szkic czeka na dokończenie} few {# szkice czekają na dokończenie} many {# szkiców czeka na dokończenie} other {# szkicu czeka na dokończenie}}",
    description: "Link to the drafts",
  },
  import: {
    id: "scorings.overview.import",
    defaultMessage:
      "{count, plural, =0 {Import „{file}” nie powiódł się} one {Import „{file}”: # wiersz odrzucony} few {Import „{file}”: # wiersze odrzucone} many {Import „{file}”: # wierszy odrzuconych} other {Import „{file}”: # wiersza odrzuconego}}",
    description: "Link to the import; the number of refused rows",
  },
  webhook: {
    id: "scorings.overview.webhook",
    defaultMessage: "Webhook {host} nie przyjmuje zdarzeń",
    description: "Link to the webhook",
  },
});
