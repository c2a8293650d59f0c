import { defineMessages, type Message } from "../../i18n/define-messages";
import { webEventMessages } from "../../i18n/score-messages";

export const connectionsRouteMessages = defineMessages({
  title: { id: "connections.page.title", defaultMessage: "Połączenia", description: "Title of the page" },
});

export const connectionMessages = defineMessages({
  lead: {
    id: "connections.page.lead",
    defaultMessage: "Skąd Puls bierze zdarzenia do ocen i\u00a0komu przekazuje wyniki.",
    description: "Under the title",
  },
  webText: {
    id: "connections.hub.webText",
    defaultMessage: "Co odwiedzający robią na Twoich stronach: odsłony, produkty, zakupy.",
    description: "Under the section's title",
  },
  addWebsite: { id: "connections.hub.addWebsite", defaultMessage: "Dodaj stronę", description: "Link" },
  toWebsites: { id: "connections.hub.toWebsites", defaultMessage: "Zobacz strony WWW", description: "Link" },
  receivingOf: {
    id: "connections.hub.receivingOf",
    defaultMessage: "Odbiera {receiving} z\u00a0{count}",
    description: "How many of the websites send events",
  },
  quietToday: {
    id: "connections.hub.quietToday",
    defaultMessage: "Dziś bez zdarzeń",
    description: "State of websites that sent events before, but none since midnight",
  },
  pasteCode: {
    id: "connections.hub.pasteCode",
    defaultMessage: "Wklej kod na stronę",
    description: "Next step of a website",
  },
  finish: {
    id: "connections.hub.finish",
    defaultMessage: "Dokończ u\u00a0dostawcy",
    description: "Next step of a mail provider that sent nothing yet",
  },
  setUp: { id: "connections.hub.setUp", defaultMessage: "Skonfiguruj", description: "Link to a provider's form" },
  webhooks: { id: "connections.hub.webhooks", defaultMessage: "Webhooki", description: "Section, title of its page" },
  webhooksText: {
    id: "connections.hub.webhooksText",
    defaultMessage: "Puls sam powiadamia Twój CRM, sklep albo program, gdy zmienią się oceny lub ktoś się wypisze.",
    description: "Under the section's title",
  },
  addWebhook: { id: "connections.hub.addWebhook", defaultMessage: "Dodaj webhook", description: "Link and button" },
  toWebhooks: { id: "connections.hub.toWebhooks", defaultMessage: "Zobacz webhooki", description: "Link" },
  lists: {
    id: "connections.hub.lists",
    defaultMessage: "Listy u\u00a0dostawców",
    description: "Section, title of its page: lists at mail providers",
  },
  listsText: {
    id: "connections.hub.listsText",
    defaultMessage:
      "Kontakty z\u00a0wybranych przedziałów ocen same trafiają na listę w\u00a0SendGrid, Mailgun, Mailchimp albo Brevo.",
    description: "Under the section's title",
  },
  addList: { id: "connections.hub.addList", defaultMessage: "Dodaj listę", description: "Link and button" },
  toLists: { id: "connections.hub.toLists", defaultMessage: "Zobacz listy", description: "Link" },
  other: { id: "connections.hub.other", defaultMessage: "Pliki i\u00a0API", description: "Section" },
  otherText: {
    id: "connections.hub.otherText",
    defaultMessage: "Z\u00a0innych narzędzi: wyeksportowanym plikiem albo programem, który łączy się kluczem.",
    description: "Under the section's title",
  },
  files: { id: "connections.hub.files", defaultMessage: "Wgraj plik z\u00a0innego narzędzia", description: "Link" },
  apiKey: { id: "connections.hub.apiKey", defaultMessage: "Klucz API w\u00a0ustawieniach", description: "Link" },
  mail: { id: "connections.hub.mail", defaultMessage: "Dostawcy poczty", description: "Section" },
  mailText: {
    id: "connections.hub.mailText",
    defaultMessage: "Otwarcia, kliknięcia i\u00a0odbicia e-maili, które wysyła dla Ciebie inny dostawca.",
    description: "Under the section's title",
  },
  notSetUp: { id: "connections.state.none", defaultMessage: "Nie ustawiono", description: "State" },
  madeBy: { id: "connections.access.madeBy", defaultMessage: "Kto ustawił: {who}", description: "An e-mail address" },
  madeByUnknown: {
    id: "connections.access.madeByUnknown",
    defaultMessage: "Kto ustawił: nie wiadomo",
    description: "Nobody knows who set it up",
  },
  ownPeople: {
    id: "connections.access.ownPeople",
    defaultMessage:
      "Połączenia dodają, zmieniają i\u00a0usuwają tylko osoby z\u00a0tego konta, po zalogowaniu e-mailem i\u00a0hasłem.",
    description: "In place of forms and buttons, for somebody from another account or from a connected system",
  },
  remove: { id: "connections.action.remove", defaultMessage: "Usuń", description: "Button" },
});

export const liveMessages = defineMessages({
  title: { id: "connections.live.title", defaultMessage: "Zdarzenia na żywo", description: "Section" },
  lead: {
    id: "connections.live.lead",
    defaultMessage: "Próbka: 50 ostatnich zdarzeń.",
    description: "Under the section's title",
  },
  pause: { id: "connections.live.pause", defaultMessage: "Wstrzymaj", description: "Button: no new rows" },
  resume: { id: "connections.live.resume", defaultMessage: "Wznów", description: "Button: new rows again" },
  none: { id: "connections.live.none", defaultMessage: "Czekamy na zdarzenia", description: "No rows yet" },
  live: {
    id: "connections.live.live",
    defaultMessage: "Nowe zdarzenia pojawiają się tu automatycznie",
    description: "State",
  },
  paused: { id: "connections.live.paused", defaultMessage: "Wstrzymano", description: "State" },
  lost: {
    id: "connections.live.lost",
    defaultMessage: "Połączenie przerwane. Próbujemy ponownie.",
    description: "State",
  },
  skipped: {
    id: "connections.live.skipped",
    defaultMessage:
      "{count, plural, one {pominięto # wcześniejsze} few {pominięto # wcześniejsze} many {pominięto # wcześniejszych} other {pominięto # wcześniejszych}}",
    description: "Events before this one that are not in the sample",
  },
});

/** Reasons for refused events. */
export const refusedMessages: Readonly<Record<string, Message>> = defineMessages({
  UNKNOWN_RECIPIENT: {
    id: "connections.refused.recipient",
    defaultMessage: "Nie ma takiego kontaktu w\u00a0bazie",
    description: "Mark",
  },
  TYPE_UNKNOWN: {
    id: "connections.refused.type",
    defaultMessage: "Tego zdarzenia nie liczymy",
    description: "Mark",
  },
  SET_ASIDE: {
    id: "connections.refused.aside",
    defaultMessage: "Odłożone po dwóch błędach przetwarzania",
    description: "Mark",
  },
  VISITOR_LIMIT: {
    id: "connections.refused.visitors",
    defaultMessage: "Za dużo nowych odwiedzających w\u00a0tej godzinie",
    description: "Mark",
  },
  OTHER_DOMAIN: { id: "connections.refused.domain", defaultMessage: "Inna domena", description: "Mark" },
  EVENT_INVALID: {
    id: "connections.refused.event",
    defaultMessage: "Nie da się odczytać",
    description: "Mark",
  },
  BAD_TIME: { id: "connections.refused.time", defaultMessage: "Bez czasu zdarzenia", description: "Mark" },
  FUTURE_TIME: { id: "connections.refused.future", defaultMessage: "Czas z\u00a0przyszłości", description: "Mark" },
  ANCIENT_TIME: { id: "connections.refused.ancient", defaultMessage: "Sprzed ponad 40 lat", description: "Mark" },
  MISSING_RECIPIENT: {
    id: "connections.refused.noRecipient",
    defaultMessage: "Bez adresu odbiorcy",
    description: "Mark",
  },
  NOT_COUNTED: {
    id: "connections.refused.notCounted",
    defaultMessage: "Nie liczy się do oceny",
    description: "Mark: a delay",
  },
});

/** What a connection does, and did last. */
export const activityMessages = defineMessages({
  receiving: { id: "connections.activity.receiving", defaultMessage: "Odbiera", description: "State of a website" },
  waiting: {
    id: "connections.activity.waiting",
    defaultMessage: "Jeszcze bez zdarzeń",
    description: "State of a website or mail provider without events so far",
  },
  fromFiles: {
    id: "connections.activity.fromFiles",
    defaultMessage: "Tylko z\u00a0plików",
    description: "State of a website whose events were uploaded",
  },
  lastEvent: {
    id: "connections.activity.lastEvent",
    defaultMessage: "Ostatnie zdarzenie: {when}",
    description: "A moment such as today, 12:04",
  },
  filesOnly: {
    id: "connections.activity.filesOnly",
    defaultMessage: "Zdarzenia są tylko z\u00a0plików. Kod na stronie jeszcze nic nie przysłał.",
    description: "A website whose events were uploaded",
  },
  lately: {
    id: "connections.activity.lately",
    defaultMessage:
      "{count, plural, one {# zdarzenie w\u00a0ostatniej dobie} few {# zdarzenia w\u00a0ostatniej dobie} many {# zdarzeń w\u00a0ostatniej dobie} other {# zdarzenia w\u00a0ostatniej dobie}}",
    description: "What a mail provider sent",
  },
  lastDelivery: {
    id: "connections.activity.lastDelivery",
    defaultMessage: "Ostatnio dostarczono: {when}",
    description: "To a webhook; a moment such as today, 12:04",
  },
  lastSync: {
    id: "connections.activity.lastSync",
    defaultMessage: "Ostatnia synchronizacja: {when}",
    description: "Of a list at a provider; a moment such as today, 12:04",
  },
});

export const webMessages = defineMessages({
  lead: {
    id: "connectionsWeb.page.lead",
    defaultMessage: "Dodaj stronę, wklej kod i\u00a0patrz, jak przychodzą zdarzenia.",
    description: "Under the title",
  },
  none: {
    id: "connectionsWeb.page.none",
    defaultMessage: "Nie ma jeszcze stron. Podaj domenę, a\u00a0dostaniesz kod do wklejenia.",
    description: "No websites yet",
  },
  website: { id: "connectionsWeb.field.website", defaultMessage: "Strona", description: "Label: which one is shown" },
  unnamed: { id: "connectionsWeb.field.unnamed", defaultMessage: "bez domeny", description: "Website without a name" },
  domain: { id: "connectionsWeb.field.domain", defaultMessage: "Domena", description: "Label" },
  domainInvalid: {
    id: "connectionsWeb.field.domainInvalid",
    defaultMessage: "Podaj domenę, na przykład sklep.example.com",
    description: "Not a domain",
  },
  code: { id: "connectionsWeb.code.title", defaultMessage: "Kod na stronę", description: "Section" },
  codeText: {
    id: "connectionsWeb.code.text",
    defaultMessage: "Wklej go na każdej podstronie {name}, przed końcem sekcji head.",
    description: "Under the section's title",
  },
  codeLabel: { id: "connectionsWeb.code.label", defaultMessage: "Kod", description: "Label" },
  copyCode: { id: "connectionsWeb.code.copy", defaultMessage: "Kopiuj kod", description: "Button" },
  waiting: {
    id: "connectionsWeb.wait.title",
    defaultMessage: "Czekamy na pierwsze zdarzenie z\u00a0{name}",
    description: "Until the first event",
  },
  next: {
    id: "connectionsWeb.wait.next",
    defaultMessage: "Wklej kod poniżej na stronę. Zdarzenie pojawi się tu samo, zwykle w\u00a0kilka sekund.",
    description: "Next step, until the first event",
  },
  hint: {
    id: "connectionsWeb.wait.hint",
    defaultMessage:
      "Sprawdź, czy strona jest opublikowana pod tą domeną i czy kodu nie zatrzymuje bloker lub brak zgody.",
    description: "After two minutes without an event",
  },
  days: {
    id: "connectionsWeb.standing.days",
    defaultMessage: "{days} z\u00a014 dni, komplet {date}",
    description: "How long events have come, and when two weeks are complete",
  },
  complete: {
    id: "connectionsWeb.standing.complete",
    defaultMessage: "Dane z\u00a0ostatnich 14 dni: komplet",
    description: "Two weeks are there",
  },
  refused: {
    id: "connectionsWeb.standing.refused",
    defaultMessage:
      "{count, plural, one {# odrzucone w\u00a0ostatniej dobie} few {# odrzucone w\u00a0ostatniej dobie} many {# odrzuconych w\u00a0ostatniej dobie} other {# odrzuconych w\u00a0ostatniej dobie}}",
    description: "Events that could not be used",
  },
  types: { id: "connectionsWeb.standing.types", defaultMessage: "Rodzaje zdarzeń", description: "Name of the table" },
  last: { id: "connectionsWeb.standing.last", defaultMessage: "Ostatnie", description: "Column" },
  today: { id: "connectionsWeb.standing.today", defaultMessage: "Dzisiaj", description: "Column" },
  leftOut: {
    id: "connectionsWeb.standing.leftOut",
    defaultMessage: "Części nowych odwiedzających nie uwzględniliśmy",
    description: "Warning: more new visitors came within an hour than a website may bring",
  },
  leftOutText: {
    id: "connectionsWeb.standing.leftOutText",
    defaultMessage:
      "W\u00a0ostatniej dobie pominęliśmy {count, plural, one {# zdarzenie} few {# zdarzenia} many {# zdarzeń} other {# zdarzenia}} od nowych odwiedzających: strona może ich przynieść najwyżej {limit} na godzinę. Tych, których już znamy, liczymy jak zawsze. Jeśli na stronie nie było większego ruchu, ktoś mógł użyć jej kodu gdzie indziej.",
    description: "Under the warning",
  },
  removeAsk: {
    id: "connectionsWeb.remove.title",
    defaultMessage: "Usunąć stronę {name}?",
    description: "Question",
  },
  removeText: {
    id: "connectionsWeb.remove.text",
    defaultMessage:
      "Nie będziemy już przyjmować zdarzeń z\u00a0{name}. Te, które już przyszły, zostaną. Bez żadnej strony scoring leadów jest niedostępny.",
    description: "Under the question",
  },
  removeAllText: {
    id: "connectionsWeb.remove.allText",
    defaultMessage:
      "Nie będziemy już przyjmować zdarzeń z\u00a0{name}. Odwiedzający, którzy pierwszy raz przyszli przez tę stronę, znikną razem ze swoimi wizytami; tego nie da się cofnąć. Kontakty i\u00a0gotowe raporty zostaną. Bez żadnej strony scoring leadów jest niedostępny.",
    description: "Under the question, once its visitors are to be removed too",
  },
  removeVisitors: {
    id: "connectionsWeb.remove.visitors",
    defaultMessage: "Usuń też odwiedzających tę stronę i\u00a0ich wizyty",
    description: "Checkbox",
  },
  removed: {
    id: "connectionsWeb.remove.done",
    defaultMessage: "Usunięto stronę {name}",
    description: "Said afterwards",
  },
  libraries: {
    id: "connectionsWeb.library.title",
    defaultMessage: "Dla programisty: wysyłanie z\u00a0programu",
    description: "Section",
  },
  librariesText: {
    id: "connectionsWeb.library.text",
    defaultMessage: "Biblioteki Segment działają bez zmian: podaj im klucz i\u00a0nasz adres.",
    description: "Under the section's title",
  },
  more: { id: "connectionsWeb.library.more", defaultMessage: "Klucz i\u00a0kod", description: "Opens the section" },
  writeKey: { id: "connectionsWeb.library.key", defaultMessage: "Klucz zapisu (write key)", description: "Label" },
  copyKey: { id: "connectionsWeb.library.copyKey", defaultMessage: "Kopiuj klucz", description: "Button" },
  browser: { id: "connectionsWeb.library.browser", defaultMessage: "W\u00a0przeglądarce", description: "Label" },
  server: { id: "connectionsWeb.library.server", defaultMessage: "Na serwerze", description: "Label" },
});

/** Events of visitors. */
export const eventMessages: Readonly<Record<string, Message>> = defineMessages({
  ...webEventMessages,
  identify: {
    id: "connectionsWeb.event.identify",
    defaultMessage: "Rozpoznanie osoby",
    description: "Type of event: a visitor says who they are",
  },
});
