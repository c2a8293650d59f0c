import { defineMessages } from "../../i18n/define-messages";

export const educationMessages = defineMessages({
  page: { id: "education.page.title", defaultMessage: "Jak działa scoring", description: "Heading" },
  steps: { id: "education.page.steps", defaultMessage: "Kroki", description: "Name of the row of steps" },
  step: {
    id: "education.page.step",
    defaultMessage: "Krok {step, number} z\u00a0{of, number}",
    description: "Which step this is",
  },
});

export const saysMessages = defineMessages({
  title: { id: "education.says.title", defaultMessage: "Co mówi ocena", description: "Step 1" },
  scale: {
    id: "education.says.scale",
    defaultMessage: "0–100 dla kontaktu, osobno za e-mail i\u00a0SMS.",
    description: "Step 1",
  },
  counts: {
    id: "education.says.counts",
    defaultMessage: "Liczą się doręczenia, otwarcia (nie w\u00a0SMS) i\u00a0kliknięcia.",
    description: "Step 1",
  },
  limits: {
    id: "education.says.limits",
    defaultMessage: "Opisuje reakcje. Nie zgaduje, czy ktoś kupi.",
    description: "Step 1",
  },
});

export const comparedMessages = defineMessages({
  title: { id: "education.compared.title", defaultMessage: "Z\u00a0czym porównujemy", description: "Step 2" },
  reference: {
    id: "education.compared.reference",
    defaultMessage: "Punkt odniesienia: np. 90. percentyl wśród kontaktów, które coś otworzyły (kliknęły, odebrały).",
    description: "Step 2",
  },
  points: {
    id: "education.compared.points",
    defaultMessage: "Kto go osiąga, ma pełne punkty; kto połowę, ten połowę.",
    description: "Step 2",
  },
  moves: {
    id: "education.compared.moves",
    defaultMessage: "Zmienia się co noc, więc ocena może drgnąć sama.",
    description: "Step 2",
  },
});

export const weighsMessages = defineMessages({
  title: { id: "education.weighs.title", defaultMessage: "Ile waży składnik", description: "Step 3" },
  sum: {
    id: "education.weighs.sum",
    defaultMessage: "Wagi to punkty za składniki, razem 100.",
    description: "Step 3",
  },
  shares: {
    id: "education.weighs.shares",
    defaultMessage:
      "Konfigurator bierze je z\u00a0udziałów: reklamowy e-mail stawia na kliknięcia, informacyjny na otwarcia.",
    description: "Step 3",
  },
  own: {
    id: "education.weighs.own",
    defaultMessage: "Z\u00a0własnych wag nie ma powrotu.",
    description: "Step 3",
  },
});

export const excludedMessages = defineMessages({
  title: { id: "education.excluded.title", defaultMessage: "Kogo nie oceniamy", description: "Step 4" },
  reasons: {
    id: "education.excluded.reasons",
    defaultMessage: "Bez zgody, poza grupami, bez wysyłek, bez adresu: liczy się pierwszy powód.",
    description: "Step 4",
  },
  notZero: {
    id: "education.excluded.notZero",
    defaultMessage: "Wykluczony kontakt ma powód zamiast oceny; to nie jest zero.",
    description: "Step 4",
  },
  blocked: {
    id: "education.excluded.blocked",
    defaultMessage: "Zablokowany adres ma ocenę, ale nie w\u00a0cesze.",
    description: "Step 4",
  },
});

export const whenMessages = defineMessages({
  title: { id: "education.when.title", defaultMessage: "Kiedy będą wyniki", description: "Step 5" },
  data: {
    id: "education.when.data",
    defaultMessage: "Potrzeba 2 tygodni danych; inaczej podamy datę.",
    description: "Step 5",
  },
  nightly: {
    id: "education.when.nightly",
    defaultMessage: "Aktywny przeliczamy co noc; wyniki następnego dnia.",
    description: "Step 5",
  },
  then: { id: "education.when.then", defaultMessage: "Dalej: grupa, cecha lub CSV.", description: "Step 5" },
});
