import { defineMessages, type Message } from "../../i18n/define-messages";

export const webhookMessages = defineMessages({
  lead: {
    id: "connectionsWebhook.page.lead",
    defaultMessage:
      "Gdy coś się wydarzy, Puls wysyła wiadomość pod Twój adres. Podpisuje ją sekretem, więc odbiorca wie, że jest od Pulsa.",
    description: "Under the title of the list",
  },
  docs: {
    id: "connectionsWebhook.page.docs",
    defaultMessage: "Dla programistów: specyfikacja Standard Webhooks",
    description: "Link under the list",
  },
  none: {
    id: "connectionsWebhook.page.none",
    defaultMessage: "Nie ma jeszcze webhooków",
    description: "Empty list",
  },
  noneText: {
    id: "connectionsWebhook.page.noneText",
    defaultMessage: "Dodaj adres, który dał Ci Twój system albo programista.",
    description: "Empty list",
  },
  receiver: { id: "connectionsWebhook.list.receiver", defaultMessage: "Odbiorca", description: "Column: a host" },
  state: { id: "connectionsWebhook.list.state", defaultMessage: "Stan", description: "Column" },
  subscribed: { id: "connectionsWebhook.list.events", defaultMessage: "Zdarzenia", description: "Column" },
  delivered: {
    id: "connectionsWebhook.list.delivered",
    defaultMessage: "Ostatnio dostarczono",
    description: "Column: a moment",
  },
  list: { id: "connectionsWebhook.page.list", defaultMessage: "Lista webhooków", description: "Name of the list" },
  waiting: {
    id: "connectionsWebhook.list.waiting",
    defaultMessage:
      "{count, plural, one {czeka # zdarzenie} few {czekają # zdarzenia} many {czeka # zdarzeń} other {czeka # zdarzenia}}",
    description: "Beside the state",
  },
  failed: {
    id: "connectionsWebhook.list.failed",
    defaultMessage:
      "{count, plural, one {# niedostarczone zdarzenie} few {# niedostarczone zdarzenia} many {# niedostarczonych zdarzeń} other {# niedostarczonego zdarzenia}}",
    description: "Beside the state",
  },
  add: { id: "connectionsWebhook.form.add", defaultMessage: "Nowy webhook", description: "Title of the form" },
  edit: { id: "connectionsWebhook.form.edit", defaultMessage: "Zmień webhook", description: "Title of the form" },
  url: { id: "connectionsWebhook.form.url", defaultMessage: "Adres odbiorcy", description: "Label" },
  urlText: {
    id: "connectionsWebhook.form.urlText",
    defaultMessage: "Zaczyna się od https:// i\u00a0jest dostępny z\u00a0internetu.",
    description: "Under the field",
  },
  description: { id: "connectionsWebhook.form.description", defaultMessage: "Opis", description: "Label" },
  events: { id: "connectionsWebhook.form.events", defaultMessage: "O\u00a0czym powiadamiać", description: "Label" },
  eventsMissing: {
    id: "connectionsWebhook.form.eventsMissing",
    defaultMessage: "Zaznacz przynajmniej jedno zdarzenie",
    description: "No event is chosen",
  },
  saved: { id: "connectionsWebhook.form.saved", defaultMessage: "Zapisano", description: "Said afterwards" },
  secret: { id: "connectionsWebhook.secret.label", defaultMessage: "Sekret", description: "Label" },
  secretOnce: {
    id: "connectionsWebhook.secret.once",
    defaultMessage: "Skopiuj sekret teraz i\u00a0wpisz go u\u00a0odbiorcy: pokazujemy go tylko raz.",
    description: "Above a new secret",
  },
  copySecret: { id: "connectionsWebhook.secret.copy", defaultMessage: "Kopiuj sekret", description: "Button" },
  rotate: { id: "connectionsWebhook.secret.rotate", defaultMessage: "Nowy sekret", description: "Button" },
  rotateAsk: { id: "connectionsWebhook.secret.ask", defaultMessage: "Utworzyć nowy sekret?", description: "Question" },
  rotateText: {
    id: "connectionsWebhook.secret.text",
    defaultMessage:
      "Przez 24 godziny podpisujemy każdą wiadomość obydwoma, więc odbiór się nie przerwie. Potem działa tylko nowy.",
    description: "Under the question",
  },
  formerUntil: {
    id: "connectionsWebhook.secret.former",
    defaultMessage: "Poprzedni sekret działa do {when}",
    description: "After a rotation",
  },
  settings: { id: "connectionsWebhook.page.settings", defaultMessage: "Ustawienia", description: "Section" },
  paused: {
    id: "connectionsWebhook.action.paused",
    defaultMessage: "Wstrzymano. Zdarzenia czekają do 30 dni.",
    description: "Said afterwards",
  },
  resumed: { id: "connectionsWebhook.action.resumed", defaultMessage: "Wznowiono", description: "Said afterwards" },
  test: {
    id: "connectionsWebhook.action.test",
    defaultMessage: "Wyślij próbną",
    description: "Button: a test message",
  },
  tested: {
    id: "connectionsWebhook.action.tested",
    defaultMessage: "Wysyłamy wiadomość próbną. Wynik zobaczysz niżej.",
    description: "Said afterwards",
  },
  remove: { id: "connectionsWebhook.remove.title", defaultMessage: "Usunąć webhook {name}?", description: "Question" },
  removeText: {
    id: "connectionsWebhook.remove.text",
    defaultMessage: "Pod {name} nie wyślemy już nic, także tego, co czeka.",
    description: "Under the question",
  },
  removed: {
    id: "connectionsWebhook.remove.done",
    defaultMessage: "Usunięto webhook {name}",
    description: "Said afterwards",
  },
  deliveries: { id: "connectionsWebhook.log.title", defaultMessage: "Ostatnie doręczenia", description: "Section" },
  deliveriesText: {
    id: "connectionsWebhook.log.text",
    defaultMessage: "100 najnowszych z\u00a0ostatnich 30 dni.",
    description: "Under the section's title",
  },
  deliveriesNone: {
    id: "connectionsWebhook.log.none",
    defaultMessage: "Jeszcze nic nie wysłano. Sprawdź połączenie wiadomością próbną.",
    description: "Empty list",
  },
  event: { id: "connectionsWebhook.log.event", defaultMessage: "Zdarzenie", description: "Column" },
  result: { id: "connectionsWebhook.log.result", defaultMessage: "Wynik", description: "Column" },
  answer: { id: "connectionsWebhook.log.answer", defaultMessage: "Odpowiedź", description: "Column" },
  answered: {
    id: "connectionsWebhook.log.answered",
    defaultMessage: "{status} w\u00a0{ms, number} ms",
    description: "HTTP status of the receiver's answer, and how long it took",
  },
  attempts: {
    id: "connectionsWebhook.log.attempts",
    defaultMessage: "{count, plural, one {# próba} few {# próby} many {# prób} other {# próby}}",
    description: "How often it was tried",
  },
  parts: {
    id: "connectionsWebhook.log.parts",
    defaultMessage: "{count, plural, one {# wiadomość} few {# wiadomości} many {# wiadomości} other {# wiadomości}}",
    description: "Messages of one event that were taken",
  },
  contacts: {
    id: "connectionsWebhook.log.contacts",
    defaultMessage: "{count, plural, one {# kontakt} few {# kontakty} many {# kontaktów} other {# kontaktu}}",
    description: "How many an event names",
  },
  nextAt: { id: "connectionsWebhook.log.next", defaultMessage: "następna próba {when}", description: "Time" },
  again: { id: "connectionsWebhook.log.again", defaultMessage: "Wyślij ponownie", description: "Button" },
  now: { id: "connectionsWebhook.log.now", defaultMessage: "Wyślij teraz", description: "Button: do not wait" },
  sent: { id: "connectionsWebhook.log.sent", defaultMessage: "Wysyłamy", description: "Said afterwards" },
});

/** Types of events. */
export const webhookEventMessages: Readonly<Record<string, Message>> = defineMessages({
  "scoring.calculated": {
    id: "connectionsWebhook.event.calculated",
    defaultMessage: "Przeliczono scoring",
    description: "Event",
  },
  "scoring.band_changed": {
    id: "connectionsWebhook.event.bandChanged",
    defaultMessage: "Kontakty zmieniły przedział ocen",
    description: "Event",
  },
  "import.finished": {
    id: "connectionsWebhook.event.imported",
    defaultMessage: "Zakończył się import",
    description: "Event",
  },
  "contact.unsubscribed": {
    id: "connectionsWebhook.event.unsubscribed",
    defaultMessage: "Ktoś się wypisał",
    description: "Event",
  },
  "contact.erased": {
    id: "connectionsWebhook.event.erased",
    defaultMessage: "Usunięto dane osoby",
    description: "Event",
  },
  "webhook.test": {
    id: "connectionsWebhook.event.test",
    defaultMessage: "Wiadomość próbna",
    description: "Event",
  },
});

/** States of a webhook. */
export const webhookStateMessages: Readonly<Record<string, Message>> = defineMessages({
  READY: {
    id: "connectionsWebhook.state.ready",
    defaultMessage: "Jeszcze nieużyty",
    description: "State: nothing sent",
  },
  ACTIVE: { id: "connectionsWebhook.state.active", defaultMessage: "Działa", description: "State" },
  FAILING: { id: "connectionsWebhook.state.failing", defaultMessage: "Nie dostarczono", description: "State" },
  PAUSED: { id: "connectionsWebhook.state.paused", defaultMessage: "Wstrzymany", description: "State: by a user" },
  STOPPED: { id: "connectionsWebhook.state.stopped", defaultMessage: "Zatrzymany", description: "State: it failed" },
  GONE: { id: "connectionsWebhook.state.gone", defaultMessage: "Odbiorca zniknął", description: "State: status 410" },
});

/** Advice for each state of a webhook. */
export const webhookAdviceMessages: Readonly<Record<string, Message>> = defineMessages({
  FAILING: {
    id: "connectionsWebhook.advice.failing",
    defaultMessage:
      "Odbiorca nie przyjął ostatniego zdarzenia. Ponawiamy przez 3 dni, nic nie przepadnie. Powód jest przy zdarzeniu niżej: przekaż go osobie, która opiekuje się odbiorcą.",
    description: "Above the page",
  },
  PAUSED: {
    id: "connectionsWebhook.advice.paused",
    defaultMessage: "Nic nie wysyłamy. Zdarzenia czekają do 30 dni, aż wznowisz wysyłanie.",
    description: "Above the page",
  },
  STOPPED: {
    id: "connectionsWebhook.advice.stopped",
    defaultMessage:
      "Przez 3 dni odbiorca nie przyjął żadnego zdarzenia, więc przestaliśmy wysyłać. Zdarzenia czekają do 30 dni. Gdy odbiorca zadziała, wznów wysyłanie.",
    description: "Above the page",
  },
  GONE: {
    id: "connectionsWebhook.advice.gone",
    defaultMessage:
      "Odbiorca odpowiedział, że pod tym adresem już nic nie odbiera. Zmień adres i\u00a0wznów wysyłanie albo usuń webhook.",
    description: "Above the page",
  },
});

/** States of a delivery. */
export const deliveryStateMessages: Readonly<Record<string, Message>> = defineMessages({
  WAITING: { id: "connectionsWebhook.delivery.waiting", defaultMessage: "Czeka", description: "State" },
  DELIVERED: { id: "connectionsWebhook.delivery.delivered", defaultMessage: "Dostarczone", description: "State" },
  FAILED: { id: "connectionsWebhook.delivery.failed", defaultMessage: "Niedostarczone", description: "State" },
  REPLACED: {
    id: "connectionsWebhook.delivery.replaced",
    defaultMessage: "Nieaktualne",
    description: "State: the result was calculated again, or the contacts were erased",
  },
});

/** Reasons of failed attempts, with the remedy. */
export const webhookFailureMessages: Readonly<Record<string, Message>> = defineMessages({
  STATUS: {
    id: "connectionsWebhook.failure.status",
    defaultMessage: "Odbiorca odpowiedział błędem.",
    description: "Beside the status",
  },
  REDIRECT: {
    id: "connectionsWebhook.failure.redirect",
    defaultMessage: "Odbiorca przekierowuje. Wpisz adres docelowy.",
    description: "Beside the status",
  },
  GONE: {
    id: "connectionsWebhook.failure.gone",
    defaultMessage: "Pod tym adresem już nic nie odbiera.",
    description: "Beside the status",
  },
  TIMEOUT: {
    id: "connectionsWebhook.failure.timeout",
    defaultMessage: "Brak odpowiedzi przez 20 sekund.",
    description: "Why",
  },
  NAME: {
    id: "connectionsWebhook.failure.name",
    defaultMessage: "Nie ma takiego serwera. Sprawdź adres.",
    description: "Why",
  },
  ADDRESS: {
    id: "connectionsWebhook.failure.address",
    defaultMessage: "Adres prowadzi do sieci prywatnej. Podaj publiczny.",
    description: "Why",
  },
  TLS: {
    id: "connectionsWebhook.failure.tls",
    defaultMessage: "Certyfikat odbiorcy jest nieprawidłowy.",
    description: "Why",
  },
  CONNECTION: {
    id: "connectionsWebhook.failure.connection",
    defaultMessage: "Nie udało się połączyć.",
    description: "Why",
  },
  SECRET: {
    id: "connectionsWebhook.failure.secret",
    defaultMessage: "Nie da się odczytać sekretu. Utwórz nowy.",
    description: "Why",
  },
});
