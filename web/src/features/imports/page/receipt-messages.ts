import { defineMessages, type Message } from "../../../i18n/define-messages";
import type { Outcome } from "../model/outcome";

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
      "Przyjęte wiersze zostaną{kept, plural, =0 {.} one { (na razie #).} few { (na razie #).} many { (na razie #).} other { (na razie #).}} Reszta pliku nie wejdzie.",
    description: "Under the question",
  },
  stay: { id: "imports.run.stay", defaultMessage: "Importuj dalej", description: "Button" },
  spoken: { id: "imports.run.spoken", defaultMessage: "Import: {percent}", description: "Read aloud at every quarter" },
});

/** What became of the file, as a sentence. */
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

/** What it means and what helps. */
export const receiptTexts: Readonly<Record<Exclude<Outcome, "draft" | "running">, Message>> = defineMessages({
  finished: {
    id: "imports.receiptText.finished",
    defaultMessage: "Wszystkie wiersze pliku są w\u00a0bazie.",
    description: "Under the heading",
  },
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
  figures: { id: "imports.receipt.figures", defaultMessage: "Co zrobił plik", description: "Heading" },
  kept: { id: "imports.receipt.kept", defaultMessage: "Przyjęte", description: "Figure: rows" },
  lost: { id: "imports.receipt.lost", defaultMessage: "Stracili zgodę", description: "Figure: contacts" },
  consents: {
    id: "imports.receipt.consents",
    defaultMessage:
      "Zgody e-mail: +{emailGiven, number}, −{emailWithdrawn, number}. SMS: +{smsGiven, number}, −{smsWithdrawn, number}.",
    description: "What became of consents",
  },
  groupsMade: {
    id: "imports.receipt.groupsMade",
    defaultMessage:
      "{count, plural, one {Powstała # grupa} few {Powstały # grupy} many {Powstało # grup} other {Powstało # grupy}}: {names}",
    description: "Groups that the file made",
  },
  mend: { id: "imports.receipt.mend", defaultMessage: "Wgraj poprawione", description: "Button" },
  again: { id: "imports.receipt.again", defaultMessage: "Wgraj plik ponownie", description: "Button" },
  next: { id: "imports.receipt.next", defaultMessage: "Wgraj następny plik", description: "Button" },
  toContacts: { id: "imports.receipt.toContacts", defaultMessage: "Zobacz kontakty", description: "Link" },
  toSendings: { id: "imports.receipt.toSendings", defaultMessage: "Zobacz wysyłki", description: "Link" },
  from: { id: "imports.receipt.from", defaultMessage: "{start} – {end}", description: "When it ran; moments" },
});
