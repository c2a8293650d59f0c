import { defineMessages } from "../../../i18n/define-messages";

export const panelMessages = defineMessages({
  audience: {
    id: "scoringEditorPreview.audience.audience",
    defaultMessage: "Kogo ocenimy",
    description: "Heading of the panel",
  },
  strip: {
    id: "scoringEditorPreview.audience.strip",
    defaultMessage: "Ocenimy: {counts}",
    description: "The panel in one line; counts such as “14 653” or “E-mail 14 653 · SMS 5347”",
  },
  ofContacts: {
    id: "scoringEditorPreview.audience.ofContacts",
    defaultMessage: "z\u00a0{count, plural, one {# kontaktu} few {# kontaktów} many {# kontaktów} other {# kontaktu}}",
    description: "After the number of contacts scored",
  },
  ofVisitors: {
    id: "scoringEditorPreview.audience.ofVisitors",
    defaultMessage:
      "z\u00a0{count, plural, one {# odwiedzającego} few {# odwiedzających} many {# odwiedzających} other {# odwiedzającego}}",
    description: "After the number of visitors scored",
  },
  ofUid: {
    id: "scoringEditorPreview.audience.ofUid",
    defaultMessage: "{analysed, number} z\u00a0{contacts, number}",
    description: "Scored of all, in one database",
  },
  uids: {
    id: "scoringEditorPreview.audience.uids",
    defaultMessage: "{count, plural, one {# baza} few {# bazy} many {# baz} other {# bazy}}",
    description: "Opens the figures of each database",
  },
  tooLittle: {
    id: "scoringEditorPreview.audience.tooLittle",
    defaultMessage: "Za mało danych, od {date}",
    description: "Day from which a channel can be calculated",
  },
  noData: {
    id: "scoringEditorPreview.audience.noData",
    defaultMessage: "Wybrane bazy nie mają danych tego kanału",
    description: "Nothing was ever sent",
  },
  spoken: {
    id: "scoringEditorPreview.audience.spoken",
    defaultMessage: "{channel}: oceniane {analysed, number} z\u00a0{contacts, number}.",
    description: "Read aloud after a change",
  },
  failed: {
    id: "scoringEditorPreview.state.failed",
    defaultMessage: "Nie udało się wczytać.",
    description: "The figures did not come",
  },
  waiting: {
    id: "scoringEditorPreview.state.waiting",
    defaultMessage: "Na tym koncie trwa inny podgląd. Twój będzie zaraz po nim.",
    description: "While the server is busy with another question of the account, such as past weeks",
  },
  asOf: {
    id: "scoringEditorPreview.state.asOf",
    defaultMessage: "podgląd z\u00a0{time}",
    description: "How fresh the figures are",
  },
  old: {
    id: "scoringEditorPreview.state.old",
    defaultMessage: "dla poprzednich ustawień",
    description: "The figures are about what stood before",
  },
  distribution: {
    id: "scoringEditorPreview.result.distribution",
    defaultMessage: "Przewidywany wynik",
    description: "Heading of the panel",
  },
  chart: {
    id: "scoringEditorPreview.result.chart",
    defaultMessage: "Wykres słupkowy rozkładu ocen; te same liczby są w\u00a0tabeli.",
    description: "Read aloud in place of the chart",
  },
  last: {
    id: "scoringEditorPreview.result.last",
    defaultMessage: "ostatni wynik, {date}",
    description: "What the outline is",
  },
  noDistribution: {
    id: "scoringEditorPreview.result.noDistribution",
    defaultMessage: "Oceny zobaczysz, gdy wagi będą kompletne i\u00a0wystarczy danych.",
    description: "In place of the distribution",
  },
  known: {
    id: "scoringEditorPreview.result.known",
    defaultMessage: "Ostatni wynik: znani {known, number}, nieznani {unknown, number}",
    description: "Visitors, web",
  },
  range: {
    id: "scoringEditorPreview.result.range",
    defaultMessage: "{min}–{max}",
    description: "Limits of a band",
  },
  numbers: {
    id: "scoringEditorPreview.result.numbers",
    defaultMessage: "Liczby",
    description: "Opens the table",
  },
  now: {
    id: "scoringEditorPreview.result.now",
    defaultMessage: "Teraz",
    description: "Column: the last result",
  },
  after: {
    id: "scoringEditorPreview.result.after",
    defaultMessage: "Po zmianie",
    description: "Column: after the change",
  },
  change: {
    id: "scoringEditorPreview.result.change",
    defaultMessage: "Różnica",
    description: "Column",
  },
  count: {
    id: "scoringEditorPreview.result.count",
    defaultMessage: "Liczba",
    description: "Column",
  },
  average: {
    id: "scoringEditorPreview.result.average",
    defaultMessage: "Średnia",
    description: "Last line of the table",
  },
  spokenAverage: {
    id: "scoringEditorPreview.result.spokenAverage",
    defaultMessage: "Średnia {average}, oceniane {analysed, number}.",
    description: "Read aloud after a change",
  },
  references: {
    id: "scoringEditorPreview.reference.references",
    defaultMessage: "Punkty odniesienia",
    description: "Heading",
  },
  referencesText: {
    id: "scoringEditorPreview.reference.referencesText",
    defaultMessage:
      "Pełne punkty dostaje kontakt co najmniej tak aktywny jak najlepsze {share}% kontaktów z\u00a0choć jednym zdarzeniem.",
    description: "Under the heading",
  },
  referencesTextWeb: {
    id: "scoringEditorPreview.reference.referencesTextWeb",
    defaultMessage:
      "Pełne punkty dostaje odwiedzający co najmniej tak aktywny jak najlepsze {share}% odwiedzających z\u00a0choć jednym zdarzeniem.",
    description: "Under the heading, of a website",
  },
  reference: {
    id: "scoringEditorPreview.reference.reference",
    defaultMessage: "Pełne punkty",
    description: "Column",
  },
  sample: {
    id: "scoringEditorPreview.reference.sample",
    defaultMessage: "Próba",
    description: "Column",
  },
  rate: {
    id: "scoringEditorPreview.reference.rate",
    defaultMessage: "{percent} ({value})",
    description: "A rate and its fraction, such as 80% (4/5)",
  },
  smallSample: {
    id: "scoringEditorPreview.reference.smallSample",
    defaultMessage: "mała próba",
    description: "Under 30 contacts stand behind it",
  },
  saturated: {
    id: "scoringEditorPreview.reference.saturated",
    defaultMessage: "osiągają prawie wszyscy",
    description: "The reference is 100%",
  },
});
