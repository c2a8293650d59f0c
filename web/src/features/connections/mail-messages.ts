import { defineMessages, type Message } from "../../i18n/define-messages";

export const mailMessages = defineMessages({
  lead: {
    id: "connectionsMail.page.lead",
    defaultMessage: "Doręczenia, otwarcia i\u00a0kliknięcia od Twojego dostawcy poczty.",
    description: "Under the title",
  },
  confirming: {
    id: "connectionsMail.state.confirming",
    defaultMessage: "Czeka na potwierdzenie",
    description: "State: the subscription is not confirmed yet",
  },
  receiving: {
    id: "connectionsMail.state.receiving",
    defaultMessage: "Odbiera {moment}",
    description: "State: the last event came then",
  },
  refusedSignatures: {
    id: "connectionsMail.state.refused",
    defaultMessage:
      "{count, plural, one {# odrzucony podpis} few {# odrzucone podpisy} many {# odrzuconych podpisów} other {# odrzuconych podpisów}}",
    description: "In the last 24 hours",
  },
  first: {
    id: "connectionsMail.state.first",
    defaultMessage: "Wykonaj u\u00a0dostawcy kroki poniżej i\u00a0wyślij wiadomość: jej zdarzenia pojawią się tu same.",
    description: "Next step of a mail provider that sent nothing yet",
  },
  firstKept: {
    id: "connectionsMail.state.firstKept",
    defaultMessage: "Klucz jest zapisany. Wyślij wiadomość: jej zdarzenia pojawią się tu same.",
    description: "Next step of a mail provider whose steps are done",
  },
  signatureHint: {
    id: "connectionsMail.state.signatureHint",
    defaultMessage: "Podpis się nie zgadza: sprawdź klucz",
    description: "Signatures were refused",
  },
  setUp: { id: "connectionsMail.setUp.title", defaultMessage: "Konfiguracja", description: "Section" },
  setUpText: {
    id: "connectionsMail.setUp.text",
    defaultMessage:
      "Utworzymy adres, na który dostawca będzie wysyłał zdarzenia e-maili. Potem pokażemy krok po kroku, gdzie go wkleić.",
    description: "Before the address is there",
  },
  create: { id: "connectionsMail.setUp.create", defaultMessage: "Utwórz adres", description: "Button: the first step" },
  saved: { id: "connectionsMail.setUp.saved", defaultMessage: "Zapisano", description: "Said afterwards" },
  address: {
    id: "connectionsMail.setUp.address",
    defaultMessage: "Adres do wklejenia u\u00a0dostawcy",
    description: "Label",
  },
  copyAddress: { id: "connectionsMail.setUp.copyAddress", defaultMessage: "Kopiuj adres", description: "Button" },
  username: { id: "connectionsMail.setUp.username", defaultMessage: "Użytkownik", description: "Label" },
  copyUsername: {
    id: "connectionsMail.setUp.copyUsername",
    defaultMessage: "Kopiuj użytkownika",
    description: "Button",
  },
  copyPassword: { id: "connectionsMail.setUp.copyPassword", defaultMessage: "Kopiuj hasło", description: "Button" },
  passwordOnce: {
    id: "connectionsMail.setUp.passwordOnce",
    defaultMessage: "Skopiuj hasło teraz: pokazujemy je tylko raz.",
    description: "Above a new password",
  },
  renew: { id: "connectionsMail.setUp.renew", defaultMessage: "Nowe hasło", description: "Button: the old one ends" },
  sendgridKey: {
    id: "connectionsMail.setUp.sendgridKey",
    defaultMessage: "Klucz weryfikacji (Verification Key)",
    description: "Label",
  },
  mailgunKey: {
    id: "connectionsMail.setUp.mailgunKey",
    defaultMessage: "Klucz podpisu (HTTP webhook signing key)",
    description: "Label",
  },
  keyThere: {
    id: "connectionsMail.setUp.keyThere",
    defaultMessage: "Klucz jest zapisany i\u00a0nie da się go odczytać.",
    description: "In place of the field, before a button that changes the key",
  },
  keyMissing: {
    id: "connectionsMail.setUp.keyMissing",
    defaultMessage: "Bez klucza odrzucamy wszystkie zdarzenia.",
    description: "Under the field",
  },
  topic: { id: "connectionsMail.setUp.topic", defaultMessage: "Temat Amazon SNS (ARN)", description: "Label" },
  naming: {
    id: "connectionsMail.setUp.naming",
    defaultMessage: "Podaj nazwę wysyłki i\u00a0jej rodzaj w\u00a0programie do wysyłki",
    description: "Label: what a sending program adds to a mail",
  },
  namingText: {
    id: "connectionsMail.setUp.namingText",
    defaultMessage: "Pod tą nazwą zobaczysz wysyłkę w\u00a0Pulsie, a\u00a0po rodzaju scoring wie, czy ją liczyć.",
    description: "Under it: why",
  },
  copyNaming: { id: "connectionsMail.setUp.copyNaming", defaultMessage: "Kopiuj wzór", description: "Button" },
  lastDay: { id: "connectionsMail.figures.title", defaultMessage: "Ostatnia doba", description: "Section" },
  lastDayText: {
    id: "connectionsMail.figures.text",
    defaultMessage:
      "Otwarcia i\u00a0kliknięcia, które wyglądają na automatyczne, pokazujemy osobno. O\u00a0tym, czy się liczą, decyduje każdy scoring.",
    description: "Under the section's title",
  },
  nothingYet: { id: "connectionsMail.figures.none", defaultMessage: "Brak zdarzeń.", description: "No figures" },
  unused: {
    id: "connectionsMail.figures.unused",
    defaultMessage: "Niewykorzystane",
    description: "Figure: events of people who are no contacts, or of a kind that is not counted",
  },
  removeAsk: { id: "connectionsMail.remove.title", defaultMessage: "Usunąć {name}?", description: "Question" },
  removeText: {
    id: "connectionsMail.remove.text",
    defaultMessage: "Adres dla {name} przestanie przyjmować zdarzenia. Te, które już są, zostaną.",
    description: "Under the question",
  },
  removed: { id: "connectionsMail.remove.done", defaultMessage: "Usunięto {name}", description: "Said afterwards" },
});

/** Outcomes of an e-mail. */
export const mailEventMessages: Readonly<Record<string, Message>> = defineMessages({
  sent: { id: "connectionsMail.event.sent", defaultMessage: "Wysłanie", description: "Type of event" },
  delivered: { id: "connectionsMail.event.delivered", defaultMessage: "Doręczenie", description: "Type of event" },
  opened: { id: "connectionsMail.event.opened", defaultMessage: "Otwarcie", description: "Type of event" },
  machine_opened: {
    id: "connectionsMail.event.machineOpened",
    defaultMessage: "Otwarcie automatyczne",
    description: "Type of event: by a machine",
  },
  clicked: { id: "connectionsMail.event.clicked", defaultMessage: "Kliknięcie", description: "Type of event" },
  machine_clicked: {
    id: "connectionsMail.event.machineClicked",
    defaultMessage: "Kliknięcie automatyczne",
    description: "Type of event: by a machine",
  },
  bounced: { id: "connectionsMail.event.bounced", defaultMessage: "Odbicie", description: "Type of event" },
  deferred: { id: "connectionsMail.event.deferred", defaultMessage: "Opóźnienie", description: "Type of event" },
  complained: {
    id: "connectionsMail.event.complained",
    defaultMessage: "Zgłoszenie spamu",
    description: "Type of event",
  },
  unsubscribed: { id: "connectionsMail.event.unsubscribed", defaultMessage: "Wypisanie", description: "Type of event" },
});

/** The steps at each provider; names of buttons and pages are the provider's own, in its language. */
export const stepMessages: Readonly<Record<string, Message>> = defineMessages({
  sendgrid1: {
    id: "connectionsMail.step.sendgrid1",
    defaultMessage:
      "W\u00a0SendGrid otwórz Settings → Mail Settings → Event Webhooks i\u00a0wybierz Create new webhook.",
    description: "Step",
  },
  sendgrid2: {
    id: "connectionsMail.step.sendgrid2",
    defaultMessage: "W\u00a0Post URL wklej adres, w\u00a0Actions to be posted zaznacz wszystko.",
    description: "Step",
  },
  sendgrid3: {
    id: "connectionsMail.step.sendgrid3",
    defaultMessage: "W\u00a0Security features włącz Signed Event Webhook i\u00a0zapisz.",
    description: "Step",
  },
  sendgrid4: {
    id: "connectionsMail.step.sendgrid4",
    defaultMessage: "Skopiuj Verification Key i\u00a0wklej go poniżej.",
    description: "Step",
  },
  mailgun1: {
    id: "connectionsMail.step.mailgun1",
    defaultMessage: "W\u00a0Mailgun otwórz Sending → Webhooks i\u00a0wybierz domenę.",
    description: "Step",
  },
  mailgun2: {
    id: "connectionsMail.step.mailgun2",
    defaultMessage: "Wybierz Add webhook i\u00a0wklej adres dla każdego rodzaju, także Accepted.",
    description: "Step",
  },
  mailgun3: {
    id: "connectionsMail.step.mailgun3",
    defaultMessage: "Skopiuj HTTP webhook signing key z\u00a0Settings → API security i\u00a0wklej go poniżej.",
    description: "Step",
  },
  postmark1: {
    id: "connectionsMail.step.postmark1",
    defaultMessage: "W\u00a0Postmark otwórz Message Streams → swój strumień → Webhooks i\u00a0wybierz Add webhook.",
    description: "Step",
  },
  postmark2: {
    id: "connectionsMail.step.postmark2",
    defaultMessage: "Wklej adres, a\u00a0w\u00a0Basic auth credentials użytkownika i\u00a0hasło.",
    description: "Step",
  },
  postmark3: {
    id: "connectionsMail.step.postmark3",
    defaultMessage:
      "Zaznacz Delivery, Bounce, Spam complaint, Open, Link click i\u00a0Subscription change, potem Save webhook.",
    description: "Step",
  },
  ses1: {
    id: "connectionsMail.step.ses1",
    defaultMessage: "W\u00a0Amazon SNS utwórz temat typu Standard i\u00a0wklej jego ARN.",
    description: "Step",
  },
  ses2: {
    id: "connectionsMail.step.ses2",
    defaultMessage:
      "W\u00a0temacie wybierz Create subscription: Protocol HTTPS, Endpoint to nasz adres, Enable raw message delivery wyłączone. Potwierdzimy ją sami.",
    description: "Step",
  },
  ses3: {
    id: "connectionsMail.step.ses3",
    defaultMessage:
      "W\u00a0Amazon SES otwórz Configuration sets → Event destinations → Add destination, zaznacz wszystkie zdarzenia i\u00a0wybierz Amazon SNS z\u00a0tym tematem.",
    description: "Step",
  },
  ses4: {
    id: "connectionsMail.step.ses4",
    defaultMessage: "Wysyłaj z\u00a0tym zestawem konfiguracji.",
    description: "Step",
  },
});
