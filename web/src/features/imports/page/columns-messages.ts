import { defineMessages, type Message } from "../../../i18n/define-messages";

export const columnsMessages = defineMessages({
  reading: { id: "imports.columns.reading", defaultMessage: "Tak odczytaliśmy plik", description: "Heading" },
  readingText: {
    id: "imports.columns.readingText",
    defaultMessage: "Jeśli litery albo kolumny się nie zgadzają, zmień to tutaj.",
    description: "Under the heading",
  },
  encoding: { id: "imports.columns.encoding", defaultMessage: "Kodowanie", description: "Label" },
  delimiter: { id: "imports.columns.delimiter", defaultMessage: "Separator", description: "Label" },
  comma: { id: "imports.columns.comma", defaultMessage: "przecinek ( , )", description: "Separator" },
  semicolon: { id: "imports.columns.semicolon", defaultMessage: "średnik ( ; )", description: "Separator" },
  pipe: { id: "imports.columns.pipe", defaultMessage: "kreska ( | )", description: "Separator" },
  tab: { id: "imports.columns.tab", defaultMessage: "tabulator", description: "Separator" },
  sheet: { id: "imports.columns.sheet", defaultMessage: "Arkusz", description: "Label" },
  hidden: { id: "imports.columns.hidden", defaultMessage: "{name} (ukryty)", description: "A hidden sheet" },
  header: { id: "imports.columns.header", defaultMessage: "Pierwszy wiersz", description: "Label" },
  headerYes: {
    id: "imports.columns.headerYes",
    defaultMessage: "nazwy kolumn",
    description: "The first row holds names",
  },
  headerNo: { id: "imports.columns.headerNo", defaultMessage: "już dane", description: "The first row is data" },
  title: { id: "imports.columns.title", defaultMessage: "Co jest w\u00a0kolumnach", description: "Heading" },
  learned: {
    id: "imports.columns.learned",
    defaultMessage: "Kolumny jak {date}",
    description: "The mapping of an earlier file was taken over; date like 02/11/2026",
  },
  learnedText: {
    id: "imports.columns.learnedText",
    defaultMessage: "Rozpoznaliśmy je tak, jak w\u00a0poprzednim pliku. Zmień, co się nie zgadza.",
    description: "Under it",
  },
  column: {
    id: "imports.columns.column",
    defaultMessage: "Kolumna",
    description: "Column of the table: name in the file",
  },
  number: {
    id: "imports.columns.number",
    defaultMessage: "Kolumna {number, number}",
    description: "A column without a name",
  },
  values: { id: "imports.columns.values", defaultMessage: "Pierwsze wartości", description: "Column of the table" },
  field: { id: "imports.columns.field", defaultMessage: "To jest", description: "Column of the table: the field" },
  fieldOf: {
    id: "imports.columns.fieldOf",
    defaultMessage: "Kolumna „{name}” to",
    description: "Name of the choice, read aloud",
  },
  ignore: { id: "imports.columns.ignore", defaultMessage: "Pominięta", description: "The column is not used" },
  fields: { id: "imports.columns.fields", defaultMessage: "Pola", description: "Group of choices" },
  features: { id: "imports.columns.features", defaultMessage: "Cechy", description: "Group of choices" },
  newFeature: { id: "imports.columns.newFeature", defaultMessage: "+ Nowa cecha…", description: "Choice" },
  feature: {
    id: "imports.columns.feature",
    defaultMessage: "Cecha: {name}",
    description: "A column that is a property",
  },
  doubled: {
    id: "imports.columns.doubled",
    defaultMessage: "To pole ma już inna kolumna. Wybierz jedną z\u00a0nich.",
    description: "Two columns of one field",
  },
  used: {
    id: "imports.columns.used",
    defaultMessage:
      "Do importu: {used, number} z\u00a0{all, plural, one {# kolumny} few {# kolumn} many {# kolumn} other {# kolumny}}",
    description: "Above the table",
  },
  rows: {
    id: "imports.columns.rows",
    defaultMessage:
      "{count, plural, one {Pierwszy wiersz} few {Pierwsze # wiersze} many {Pierwsze # wierszy} other {Pierwsze # wiersza}}",
    description: "Heading",
  },
  noRows: {
    id: "imports.columns.noRows",
    defaultMessage: "W\u00a0pliku nie ma wierszy z\u00a0danymi",
    description: "No rows",
  },
  rowsText: {
    id: "imports.columns.rowsText",
    defaultMessage: "Oznaczone nie wejdą, dopóki ich nie poprawisz albo nie zmienisz kolumn.",
    description: "Under the heading, when some would be refused",
  },
  line: { id: "imports.columns.line", defaultMessage: "Wiersz", description: "Column: line in the file" },
  refused: { id: "imports.columns.refused", defaultMessage: "Odrzucony", description: "Mark of a row" },
  submit: { id: "imports.columns.submit", defaultMessage: "Sprawdź plik", description: "Button" },
  sample: { id: "imports.columns.sample", defaultMessage: "Próbka pliku", description: "Name of the table of rows" },
  otherNotice: {
    id: "imports.notice.other",
    defaultMessage: "Sprawdź plik: {notice} {cell, select, none {} other {({cell})}}",
    description: "A notice that this page does not know",
  },
  database: { id: "imports.columns.database", defaultMessage: "Baza", description: "Label" },
});

/** What the columns lack for rows to be of use. */
export const lackMessages: Readonly<Record<"address" | "event", Message>> = defineMessages({
  address: {
    id: "imports.lack.address",
    defaultMessage: "Wskaż kolumnę, po której poznamy osobę: e-mail, telefon albo identyfikator zewnętrzny.",
    description: "No column holds an address",
  },
  event: {
    id: "imports.lack.event",
    defaultMessage: "Wskaż kolumny z\u00a0datą i\u00a0z\u00a0rodzajem zdarzenia.",
    description: "Columns of engagement are missing",
  },
});

/** What has to be known of a file before it is read, by code. */
export const noticeMessages: Readonly<Record<string, Message>> = defineMessages({
  FORMULAS: {
    id: "imports.notice.FORMULAS",
    defaultMessage:
      "Arkusz ma formuły. Bierzemy ich ostatnie wyniki{cell, select, none {.} other {, pierwsza w\u00a0komórce {cell}.}}",
    description: "Notice",
  },
  MACROS: {
    id: "imports.notice.MACROS",
    defaultMessage: "Plik ma makra. Nie uruchamiamy ich, czytamy tylko wartości.",
    description: "Notice",
  },
  MERGED_CELLS: {
    id: "imports.notice.MERGED_CELLS",
    defaultMessage:
      "Arkusz ma scalone komórki{cell, select, none {} other {, pierwsze w\u00a0{cell}}}. Wartość ma tylko pierwsza z\u00a0nich, pozostałe są puste.",
    description: "Notice",
  },
  ROUNDED_NUMBERS: {
    id: "imports.notice.ROUNDED_NUMBERS",
    defaultMessage:
      "Arkusz zaokrąglił długie numery{place, select, column {, pierwszy w\u00a0kolumnie {cell}} cell {, pierwszy w\u00a0{cell}} other {}}. Ustaw kolumnę jako tekst, wpisz numery jeszcze raz i\u00a0wgraj plik ponownie.",
    description: "Notice",
  },
  HIDDEN_ROWS: {
    id: "imports.notice.HIDDEN_ROWS",
    defaultMessage: "Arkusz ma ukryte wiersze. Też je czytamy.",
    description: "Notice",
  },
  DUPLICATE_HEADER: {
    id: "imports.notice.DUPLICATE_HEADER",
    defaultMessage:
      "Dwie kolumny mają tę samą nazwę{place, select, column {, druga to kolumna {cell}} cell {, druga jest w\u00a0{cell}} other {}}. Wskaż, która jest która.",
    description: "Notice",
  },
  NO_HEADER: {
    id: "imports.notice.NO_HEADER",
    defaultMessage: "Plik nie ma nagłówka. Nazwij kolumny.",
    description: "Notice",
  },
});
