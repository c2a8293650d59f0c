import { defineMessages, type Message } from "../../../i18n/define-messages";
import { type StepName } from "../model/steps";
import { type Outcome } from "../model/outcome";
import { wordMessages } from "../../../i18n/word-messages";
import { channelMessages } from "../../../i18n/common-messages";

export const pageMessages = defineMessages({
  name: { id: "imports.step.name", defaultMessage: "Kroki importu", description: "Name of the row of steps" },
  done: { id: "imports.step.done", defaultMessage: "gotowe", description: "After a step that is behind, read aloud" },
  discard: { id: "imports.draft.discard", defaultMessage: "Usuń szkic", description: "Button" },
  discardAsk: {
    id: "imports.draft.discardAsk",
    defaultMessage: "Usunąć szkic importu „{file}”?",
    description: "Question",
  },
  discardText: {
    id: "imports.draft.discardText",
    defaultMessage: "Niczego z\u00a0tego pliku nie zapisano. Aby do niego wrócić, wgraj go ponownie.",
    description: "Under the question",
  },
  away: {
    id: "imports.draft.away",
    defaultMessage: "Serwer nie odpowiada. Próbujemy ponownie.",
    description: "While polls fail",
  },
});

/** The steps by name. */
export const stepMessages: Readonly<Record<StepName, Message>> = defineMessages({
  file: { id: "imports.step.file", defaultMessage: "Plik", description: "First step" },
  columns: { id: "imports.step.columns", defaultMessage: "Kolumny", description: "Second step" },
  check: { id: "imports.step.check", defaultMessage: "Sprawdzenie", description: "Third step" },
  import: { id: "imports.step.import", defaultMessage: "Import", description: "Last step" },
});

export const checkMessages = defineMessages({
  title: { id: "imports.check.title", defaultMessage: "Co zrobi ten plik", description: "Heading" },
  running: {
    id: "imports.check.running",
    defaultMessage: "Sprawdzamy plik, niczego nie zapisując",
    description: "Heading while the check runs",
  },
  progress: { id: "imports.check.progress", defaultMessage: "Sprawdzono", description: "Name of the bar" },
  rows: {
    id: "imports.check.rows",
    defaultMessage: "{rows, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}",
    description: "A number of rows: those read so far, or those with a value",
  },
  failed: { id: "imports.check.failed", defaultMessage: "Nie udało się sprawdzić pliku", description: "Heading" },
  again: { id: "imports.check.again", defaultMessage: "Sprawdź jeszcze raz", description: "Button" },
  nothingYet: {
    id: "imports.check.nothingYet",
    defaultMessage: "Niczego jeszcze nie zapisano. Sprawdzono {moment}.",
    description: "Under the heading",
  },
  kept: { id: "imports.check.kept", defaultMessage: "Do przyjęcia", description: "Figure: rows" },
  new: { id: "imports.check.new", defaultMessage: "Nowe", description: "Figure: contacts" },
  changed: { id: "imports.check.changed", defaultMessage: "Zmienione", description: "Figure: contacts" },
  unchanged: { id: "imports.check.unchanged", defaultMessage: "Bez zmian", description: "Figure: contacts" },
  unsubscribed: { id: "imports.check.unsubscribed", defaultMessage: "Stracą zgodę", description: "Figure: contacts" },
  unsubscribedBefore: {
    id: "imports.check.unsubscribedBefore",
    defaultMessage: "Już bez zgody",
    description: "Figure: contacts",
  },
  unsubscribedUnknown: {
    id: "imports.check.unsubscribedUnknown",
    defaultMessage: "Spoza bazy",
    description: "Figure: rows of a file of unsubscribes that name nobody of the database",
  },
  unsubscribedUnknownText: {
    id: "imports.check.unsubscribedUnknownText",
    defaultMessage: "Adresy spoza bazy zapamiętamy jako wypisane: żaden plik nie da im zgody.",
    description: "Under the figures",
  },
  refused: { id: "imports.check.refused", defaultMessage: "Odrzucone", description: "Figure: rows" },
  about: {
    id: "imports.check.about",
    defaultMessage: "<small>około</small> {value, number}",
    description: "Figure: contacts that can be counted only roughly",
  },
  approximate: {
    id: "imports.check.approximate",
    defaultMessage:
      "Liczby kontaktów i\u00a0zgód są przybliżone: plik sprawdzamy częściami, a\u00a0osoba, która jest w\u00a0kilku z\u00a0nich, liczy się w\u00a0każdej.{kind, select, contacts { Wiersz z\u00a0adresem innej osoby z\u00a0tego pliku może zostać odrzucony dopiero podczas importu.} other {}}",
    description: "Under the figures: why they are rough",
  },
  groups: {
    id: "imports.check.groups",
    defaultMessage:
      "{count, plural, one {Powstanie # grupa} few {Powstaną # grupy} many {Powstanie # grup} other {Powstanie # grupy}}: {names}",
    description: "Groups that the file makes",
  },
  repeated: {
    id: "imports.check.repeated",
    defaultMessage:
      "Przyjęte wiersze: {kept, number}, a\u00a0kontakty w\u00a0nich: {people, number}. Niektóre są w\u00a0pliku kilka razy.",
    description: "Why the figures of contacts are fewer than the rows",
  },
  totals: {
    id: "imports.check.totals",
    defaultMessage:
      "{count, plural, one {# wiersz z\u00a0sumami pominięty} few {# wiersze z\u00a0sumami pominięte} many {# wierszy z\u00a0sumami pominiętych} other {# wiersza z\u00a0sumami pominięte}}",
    description: "Rows such as “Razem” are neither kept nor refused",
  },
  titles: {
    id: "imports.check.titles",
    defaultMessage:
      "{count, plural, one {# wiersz nad nagłówkiem pominięty} few {# wiersze nad nagłówkiem pominięte} many {# wierszy nad nagłówkiem pominiętych} other {# wiersza nad nagłówkiem pominięte}}",
    description: "Rows above the header are neither kept nor refused",
  },
  refusals: {
    id: "imports.check.refusals",
    defaultMessage:
      "{count, plural, one {# wiersz odrzucony} few {# wiersze odrzucone} many {# wierszy odrzuconych} other {# wiersza odrzuconego}}",
    description: "Heading",
  },
  reason: { id: "imports.check.reason", defaultMessage: "Powód i\u00a0jak poprawić", description: "Column" },
  count: { id: "imports.check.count", defaultMessage: "Wiersze", description: "Column" },
  first: { id: "imports.check.first", defaultMessage: "Przykład", description: "Column" },
  firstRow: { id: "imports.check.firstRow", defaultMessage: "Wiersz {line, number}", description: "Where it is first" },
  firstCell: {
    id: "imports.check.firstCell",
    defaultMessage: "Wiersz {line, number}, „{column}”",
    description: "Where it is first",
  },
  moreReasons: {
    id: "imports.check.moreReasons",
    defaultMessage: "Pokazujemy 50 najczęstszych powodów; wszystkie są w\u00a0pliku.",
    description: "Under the table",
  },
  download: { id: "imports.check.download", defaultMessage: "Pobierz odrzucone", description: "Button" },
  downloadFailed: {
    id: "imports.check.downloadFailed",
    defaultMessage: "Nie udało się pobrać odrzuconych wierszy",
    description: "Failure",
  },
  submit: {
    id: "imports.check.submit",
    defaultMessage:
      "{rows, plural, one {Importuj # wiersz} few {Importuj # wiersze} many {Importuj # wierszy} other {Importuj # wiersza}}",
    description: "Button",
  },
  nobody: {
    id: "imports.check.nobody",
    defaultMessage: "Żaden wiersz nie nadaje się do importu",
    description: "Every row would be refused",
  },
  nobodyText: {
    id: "imports.check.nobodyText",
    defaultMessage: "Zmień kolumny albo popraw plik i\u00a0wgraj go ponownie.",
    description: "Under it",
  },
});

/** The fields of columns, by the contract's names. */
export const fieldMessages: Readonly<Record<string, Message>> = defineMessages({
  uid: wordMessages.database,
  external_id: wordMessages.externalId,
  email: channelMessages.mailing,
  gsm: wordMessages.phone,
  created_at: { id: "imports.field.created_at", defaultMessage: "Data dodania", description: "Field" },
  email_consent: { id: "imports.field.email_consent", defaultMessage: "Zgoda na e-mail", description: "Field" },
  sms_consent: { id: "imports.field.sms_consent", defaultMessage: "Zgoda na SMS", description: "Field" },
  email_blocked: { id: "imports.field.email_blocked", defaultMessage: "E-mail zablokowany", description: "Field" },
  gsm_blocked: { id: "imports.field.gsm_blocked", defaultMessage: "Telefon zablokowany", description: "Field" },
  groups: wordMessages.groups,
  event_id: { id: "imports.field.event_id", defaultMessage: "Identyfikator zdarzenia", description: "Field" },
  occurred_at: {
    id: "imports.field.occurred_at",
    defaultMessage: "Data i\u00a0godzina zdarzenia",
    description: "Field",
  },
  type: { id: "imports.field.type", defaultMessage: "Rodzaj zdarzenia", description: "Field" },
  message_id: { id: "imports.field.message_id", defaultMessage: "Identyfikator wiadomości", description: "Field" },
  category: { id: "imports.field.category", defaultMessage: "Rodzaj komunikacji", description: "Field" },
  visitor_id: { id: "imports.field.visitor_id", defaultMessage: "Identyfikator odwiedzającego", description: "Field" },
  domain: { id: "imports.field.domain", defaultMessage: "Strona WWW", description: "Field" },
  machine: { id: "imports.field.machine", defaultMessage: "Zdarzenie automatyczne", description: "Field: yes or no" },
  channel: wordMessages.channel,
  reason: wordMessages.reason,
});

export const featureMessages = defineMessages({
  title: {
    id: "imports.feature.title",
    defaultMessage: "Nowa cecha z\u00a0kolumny „{column}”",
    description: "Heading of the dialog",
  },
  name: { id: "imports.feature.name", defaultMessage: "Nazwa cechy", description: "Label" },
  nameHint: {
    id: "imports.feature.nameHint",
    defaultMessage: "Litery, cyfry, spacja oraz | _ - & %",
    description: "Under the name",
  },
  nameWrong: {
    id: "imports.feature.nameWrong",
    defaultMessage: "Użyj tylko liter, cyfr, spacji oraz | _ - & %",
    description: "A name that breaks the rules",
  },
  uid: {
    id: "imports.feature.uid",
    defaultMessage: "Cecha powstanie w\u00a0bazie {uid}.",
    description: "In the dialog",
  },
});

export const runMessages = defineMessages({
  title: { id: "imports.run.title", defaultMessage: "Importujemy", description: "Heading while it runs" },
  text: { id: "imports.run.text", defaultMessage: "Możesz wyjść, damy znać.", description: "Under the heading" },
  queued: {
    id: "imports.run.queued",
    defaultMessage: "Plik czeka na swoją kolej albo właśnie się zaczyna.",
    description: "Nothing was read yet",
  },
  progress: { id: "imports.run.progress", defaultMessage: "Zaimportowano", description: "Name of the bar" },
  pace: {
    id: "imports.run.pace",
    defaultMessage:
      "{rows, plural, one {# wiersz na sekundę} few {# wiersze na sekundę} many {# wierszy na sekundę} other {# wiersza na sekundę}}",
    description: "Speed",
  },
  soFar: {
    id: "imports.run.soFar",
    defaultMessage: "Przyjęte {kept, number}, odrzucone {refused, number}",
    description: "Rows so far",
  },
  stop: { id: "imports.run.stop", defaultMessage: "Przerwij", description: "Button" },
  stopAsk: { id: "imports.run.stopAsk", defaultMessage: "Przerwać import pliku „{file}”?", description: "Question" },
  stopText: {
    id: "imports.run.stopText",
    defaultMessage:
      "Przyjęte wiersze zostaną{kept, plural, =0 {.} one { (na razie #).} few { (na razie #).} many { (na razie #).} other { (na razie #).}} Reszty pliku nie zaimportujemy.",
    description: "Under the question",
  },
  stay: { id: "imports.run.stay", defaultMessage: "Importuj dalej", description: "Button" },
  spoken: { id: "imports.run.spoken", defaultMessage: "Import: {percent}", description: "Read aloud at every quarter" },
});

/** The outcomes of the file, as sentences. */
export const receiptTitles: Readonly<Record<Exclude<Outcome, "draft" | "running">, Message>> = defineMessages({
  finished: {
    id: "imports.receipt.finished",
    defaultMessage:
      "Zakończony: {kept, plural, one {przyjęto # wiersz} few {przyjęto # wiersze} many {przyjęto # wierszy} other {przyjęto # wiersza}}",
    description: "Heading",
  },
  partly: {
    id: "imports.receipt.partly",
    defaultMessage:
      "Częściowo przyjęty: {kept, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}} z\u00a0{read, number}",
    description: "Heading",
  },
  refused: {
    id: "imports.receipt.refused",
    defaultMessage: "Odrzucony: żaden wiersz nie nadawał się do użycia",
    description: "Heading",
  },
  stopped: {
    id: "imports.receipt.stopped",
    defaultMessage:
      "Przerwany: {kept, plural, =0 {niczego nie przyjęto} one {przyjęto # wiersz} few {przyjęto # wiersze} many {przyjęto # wierszy} other {przyjęto # wiersza}}",
    description: "Heading",
  },
  failed: {
    id: "imports.receipt.failed",
    defaultMessage:
      "Nieudany: {kept, plural, =0 {niczego nie przyjęto} one {przyjęto # wiersz} few {przyjęto # wiersze} many {przyjęto # wierszy} other {przyjęto # wiersza}}",
    description: "Heading",
  },
});

/** Their meanings and remedies. */
export const receiptTexts: Readonly<Record<Exclude<Outcome, "draft" | "running" | "finished">, Message>> =
  defineMessages({
    partly: {
      id: "imports.receiptText.partly",
      defaultMessage: "Pobierz odrzucone, popraw je i\u00a0wgraj: przyjęte nie policzą się drugi raz.",
      description: "Under the heading",
    },
    refused: {
      id: "imports.receiptText.refused",
      defaultMessage: "Niczego nie zmieniono. Sprawdź kolumny i\u00a0wartości według powodów poniżej.",
      description: "Under the heading",
    },
    stopped: {
      id: "imports.receiptText.stopped",
      defaultMessage:
        "Przyjęte wiersze zostały. Wgraj ten sam plik ponownie, żeby dokończyć: nic nie policzy się dwa razy.",
      description: "Under the heading",
    },
    failed: {
      id: "imports.receiptText.failed",
      defaultMessage:
        "To nasz błąd, nie pliku. Przyjęte wiersze zostały. Wgraj ten sam plik ponownie: nic nie policzy się dwa razy.",
      description: "Under the heading",
    },
  });

export const receiptMessages = defineMessages({
  figures: { id: "imports.receipt.figures", defaultMessage: "Wynik importu", description: "Heading" },
  kept: { id: "imports.receipt.kept", defaultMessage: "Przyjęte", description: "Figure: rows" },
  lost: { id: "imports.receipt.lost", defaultMessage: "Stracili zgodę", description: "Figure: contacts" },
  consents: {
    id: "imports.receipt.consents",
    defaultMessage:
      "{channel}: {given, plural, =0 {} one {# nowa zgoda} few {# nowe zgody} many {# nowych zgód} other {# nowej zgody}}{both, select, yes {, } other {}}{withdrawn, plural, =0 {} one {# wycofana zgoda} few {# wycofane zgody} many {# wycofanych zgód} other {# wycofanej zgody}}",
    description: "What became of consents to a channel",
  },
  groupsMade: {
    id: "imports.receipt.groupsMade",
    defaultMessage:
      "{count, plural, one {Powstała # grupa} few {Powstały # grupy} many {Powstało # grup} other {Powstało # grupy}}: {names}",
    description: "Groups that the file made",
  },
  mend: { id: "imports.receipt.mend", defaultMessage: "Wgraj poprawiony plik", description: "Button" },
  again: { id: "imports.receipt.again", defaultMessage: "Wgraj plik ponownie", description: "Button" },
  next: { id: "imports.receipt.next", defaultMessage: "Wgraj następny plik", description: "Button" },
  toContacts: { id: "imports.receipt.toContacts", defaultMessage: "Zobacz kontakty", description: "Link" },
  toSendings: { id: "imports.receipt.toSendings", defaultMessage: "Zobacz wysyłki", description: "Link" },
  from: { id: "imports.receipt.from", defaultMessage: "{start} – {end}", description: "When it ran; moments" },
});
