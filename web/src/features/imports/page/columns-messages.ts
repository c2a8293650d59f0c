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
  header: { id: "imports.columns.header", defaultMessage: "Nazwy kolumn", description: "Label: which row has them" },
  headerRow: {
    id: "imports.columns.headerRow",
    defaultMessage: "Wiersz {line, number}: {cells}",
    description: "Choice: the row that names the columns, with its cells",
  },
  headerNo: {
    id: "imports.columns.headerNo",
    defaultMessage: "Plik ich nie ma",
    description: "Choice: no row names the columns",
  },
  otherKind: {
    id: "imports.columns.otherKind",
    defaultMessage:
      "To wygląda na plik z\u00a0{kind, select, contacts {kontaktami} other {wysyłkami i\u00a0reakcjami}}",
    description: "The columns look like another kind than the file was uploaded as: contacts or engagement",
  },
  otherKindText: {
    id: "imports.columns.otherKindText",
    defaultMessage:
      "{kind, select, contacts {Nie ma w\u00a0nim zdarzeń, które można policzyć.} other {Jako kontakty przeczytamy z\u00a0niego same adresy, bez tego, kto otworzył i\u00a0kliknął.}}",
    description: "Under it",
  },
  otherKindSubmit: {
    id: "imports.columns.otherKindSubmit",
    defaultMessage: "Czytaj jako {kind, select, contacts {kontakty} other {wysyłki i\u00a0reakcje}}",
    description: "Button: reads the file as what it looks like",
  },
  tool: {
    id: "imports.columns.tool",
    defaultMessage: "Rozpoznany plik: {tool}",
    description: "The tool whose export the file is, such as Mailchimp",
  },
  toolText: {
    id: "imports.columns.toolText",
    defaultMessage: "Kolumny wybraliśmy tak, jak zapisuje je to narzędzie. Zmień, co się nie zgadza.",
    description: "Under it",
  },
  toolUndo: {
    id: "imports.columns.toolUndo",
    defaultMessage: "Wybierz kolumny od zera",
    description: "Button: undoes what was chosen for the columns",
  },
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
  unused: {
    id: "imports.columns.unused",
    defaultMessage: "Tej kolumny nie zaimportujemy.",
    description: "Under the choice of a column that is not used",
  },
  unusedSubmit: {
    id: "imports.columns.unusedSubmit",
    defaultMessage: "Utwórz cechę „{name}”",
    description: "Button after it",
  },
  fields: { id: "imports.columns.fields", defaultMessage: "Pola", description: "Group of choices" },
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
    defaultMessage: "Oznaczonych wierszy nie zaimportujemy, dopóki ich nie poprawisz albo nie zmienisz kolumn.",
    description: "Under the heading, when some would be refused",
  },
  line: { id: "imports.columns.line", defaultMessage: "Wiersz", description: "Column: line in the file" },
  leftOut: { id: "imports.columns.leftOut", defaultMessage: "Pominięty", description: "Mark of a row of totals" },
  submit: { id: "imports.columns.submit", defaultMessage: "Sprawdź plik", description: "Button" },
  sample: { id: "imports.columns.sample", defaultMessage: "Próbka pliku", description: "Name of the table of rows" },
  otherNotice: {
    id: "imports.notice.other",
    defaultMessage: "Sprawdź plik: {notice} {cell, select, none {} other {({cell})}}",
    description: "A notice that this page does not know",
  },
});

/** The missing field without which rows are useless. */
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

/** The notices of a file, by code. */
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

export const consentMessages = defineMessages({
  title: { id: "imports.consent.title", defaultMessage: "Zgody nowych kontaktów", description: "Heading" },
  text: {
    id: "imports.consent.text",
    defaultMessage: "Oceniamy tylko osoby, które zgodziły się na wiadomości.",
    description: "Under the heading",
  },
  question: {
    id: "imports.consent.question",
    defaultMessage:
      "{count, plural, one {# nowy kontakt. Czy zgodził} few {# nowe kontakty. Czy zgodziły} many {# nowych kontaktów. Czy zgodziły} other {# nowego kontaktu. Czy zgodziły}} się na {wares}?",
    description: "Question; {wares} such as “e-maile”",
  },
  byColumn: {
    id: "imports.consent.byColumn",
    defaultMessage: "{channel}: zgody są w\u00a0pliku. Ze zgodą: {given, number}, bez zgody: {without, number}.",
    description: "A column of the file says who consented",
  },
  given: { id: "imports.consent.given", defaultMessage: "Tak, mam ich zgody", description: "Choice" },
  givenText: {
    id: "imports.consent.givenText",
    defaultMessage:
      "{channel}: {count, plural, one {# kontakt będzie oceniany} few {# kontakty będą oceniane} many {# kontaktów będzie ocenianych} other {# kontaktu będzie oceniane}}",
    description: "Under the choice: what follows, in its channel alone",
  },
  source: { id: "imports.consent.source", defaultMessage: "Skąd są te zgody", description: "Label" },
  sourceExample: {
    id: "imports.consent.sourceExample",
    defaultMessage: "np. formularz zapisu",
    description: "In the empty field",
  },
  sourceText: {
    id: "imports.consent.sourceText",
    defaultMessage: "Zapiszemy to w\u00a0historii zgód kontaktu i\u00a0w\u00a0rejestrze zdarzeń.",
    description: "Under the field",
  },
  column: {
    id: "imports.consent.column",
    defaultMessage: "Albo wskaż kolumnę pliku ze zgodami:",
    description: "Before the list of columns, under the choices",
  },
  columnOf: {
    id: "imports.consent.columnOf",
    defaultMessage: "Kolumna ze zgodami",
    description: "Name of the choice, read aloud",
  },
  chooseColumn: { id: "imports.consent.chooseColumn", defaultMessage: "Wybierz kolumnę…", description: "Choice" },
  none: { id: "imports.consent.none", defaultMessage: "Nie lub nie wiem", description: "Choice" },
  noneText: {
    id: "imports.consent.noneText",
    defaultMessage: "{channel}: nikt z\u00a0nich nie będzie oceniany",
    description: "Under the choice: what follows",
  },
  needed: {
    id: "imports.consent.needed",
    defaultMessage: "Odpowiedź jest potrzebna do importu",
    description: "Under the question, until it is answered",
  },
  unanswered: {
    id: "imports.consent.unanswered",
    defaultMessage: "Odpowiedz na pytanie o\u00a0zgody nowych kontaktów, żeby zaimportować plik.",
    description: "Why the button is off",
  },
  unsourced: {
    id: "imports.consent.unsourced",
    defaultMessage: "Napisz, skąd są zgody, żeby zaimportować plik.",
    description: "Why the button is off",
  },
  existing: {
    id: "imports.consent.existing",
    defaultMessage: "Zgody osób, które już są w\u00a0bazie",
    description: "Heading",
  },
  keep: { id: "imports.consent.keep", defaultMessage: "Bez zmian (zalecane)", description: "Choice" },
  keepText: {
    id: "imports.consent.keepText",
    defaultMessage:
      "Plik nikomu nie da zgody. {withdrawn, plural, =0 {Nikt jej też nie straci.} one {Straci ją # kontakt, który plik podaje jako wypisany lub zablokowany.} few {Stracą ją # kontakty, które plik podaje jako wypisane lub zablokowane.} many {Straci ją # kontaktów, które plik podaje jako wypisane lub zablokowane.} other {Straci ją # kontaktu, które plik podaje jako wypisane lub zablokowane.}}",
    description: "Under the choice: unsubscriptions in the file count whatever is chosen",
  },
  apply: { id: "imports.consent.apply", defaultMessage: "Jak w\u00a0pliku", description: "Choice" },
  applyText: {
    id: "imports.consent.applyText",
    defaultMessage:
      "+{given, number}, −{withdrawn, number}{kept, plural, =0 {} one {; # wypisany zostaje} few {; # wypisanych zostaje} many {; # wypisanych zostaje} other {; # wypisanego zostaje}}",
    description: "Under the choice: what the file does to consents",
  },
  counting: {
    id: "imports.consent.counting",
    defaultMessage: "Liczymy, ile zgód zmieni plik…",
    description: "Under the choice, until it is known",
  },
});

/** The usual sources of consents. */
export const sourceMessages: Readonly<Record<string, Message>> = defineMessages({
  form: {
    id: "imports.source.form",
    defaultMessage: "formularz zapisu na stronie",
    description: "Where consents are from",
  },
  shop: {
    id: "imports.source.shop",
    defaultMessage: "sklep internetowy",
    description: "Where consents are from",
  },
  contract: { id: "imports.source.contract", defaultMessage: "umowa", description: "Where consents are from" },
  paper: {
    id: "imports.source.paper",
    defaultMessage: "papierowy formularz",
    description: "Where consents are from",
  },
  event: { id: "imports.source.event", defaultMessage: "wydarzenie", description: "Where consents are from" },
});
