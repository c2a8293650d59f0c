import { defineMessages, type Message } from "../../i18n/define-messages";
import type { BillingValues } from "./model";

export const routeMessages = defineMessages({
  title: {
    id: "settings.page.title",
    defaultMessage: "Moje dane",
    description: "Heading of the settings page",
  },
});

export const settingsMessages = defineMessages({
  wrongPassword: {
    id: "settings.password.wrong",
    defaultMessage: "Obecne hasło jest nieprawidłowe",
    description: "Beside the present password",
  },
  lead: {
    id: "settings.page.lead",
    defaultMessage: "Dane konta, hasło i\u00a0dostęp dla innych systemów.",
    description: "Under the heading",
  },
  licences: {
    id: "settings.page.licences",
    defaultMessage: "Licencje oprogramowania, z\u00a0którego powstał Puls",
    description: "Link at the end of the page to the licences of third parties",
  },
  sections: {
    id: "settings.page.sections",
    defaultMessage: "Części ustawień",
    description: "Name of the tabs",
  },
  access: {
    id: "settings.page.access",
    defaultMessage: "Dostęp",
    description: "Tab: users, the API key, lasting access",
  },
  general: {
    id: "settings.general.title",
    defaultMessage: "Ogólne",
    description: "Section",
  },
  timezone: {
    id: "settings.general.timezone",
    defaultMessage: "Strefa czasowa",
    description: "Label",
  },
  timezoneHint: {
    id: "settings.general.timezoneHint",
    defaultMessage: "Określ strefę czasową dla wiadomości wysyłanych przez automatyzację.",
    description: "Under the field",
  },
  timezoneNote: {
    id: "settings.general.timezoneNote",
    defaultMessage:
      "Według tej strefy liczymy dni zdarzeń i\u00a0godzinę przeliczania. Nowa strefa obowiązuje dla późniejszych zdarzeń. Dni zdarzeń już przyjętych się nie zmienią.",
    description: "Note under the timezone",
  },
  nightHour: {
    id: "settings.general.nightHour",
    defaultMessage: "Godzina nocnego przeliczania",
    description: "Label: full hour of the account's clock",
  },
  nightHourHint: {
    id: "settings.general.nightHourHint",
    defaultMessage: "Od tej godziny przeliczamy aktywne scoringi. Później wczytane zdarzenia liczą się następnej nocy.",
    description: "Under the field",
  },
  noMatch: {
    id: "settings.general.noMatch",
    defaultMessage: "Brak pasujących stref",
    description: "Nothing found in the list",
  },
  events: {
    id: "settings.events.title",
    defaultMessage: "Śledzone zdarzenia",
    description: "Section: event types for lead scoring",
  },
  eventsLead: {
    id: "settings.events.lead",
    defaultMessage:
      "Zdarzenia na stronach WWW, które uwzględnia scoring leadów. Bez zaznaczonych zdarzeń jest on wyłączony.",
    description: "Under the section's heading",
  },
  billing: {
    id: "settings.billing.title",
    defaultMessage: "Dane do faktury",
    description: "Section",
  },
  billingLead: {
    id: "settings.billing.lead",
    defaultMessage: "Na te dane wystawiamy faktury.",
    description: "Under the section's heading",
  },
  save: {
    id: "settings.save.button",
    defaultMessage: "Zapisz zmiany",
    description: "Button",
  },
  discard: { id: "settings.save.discard", defaultMessage: "Odrzuć zmiany", description: "Button" },
  saved: {
    id: "settings.save.done",
    defaultMessage: "Zmiany zostały zapisane",
    description: "In passing, after saving",
  },
  unsaved: {
    id: "settings.save.unsaved",
    defaultMessage: "Masz niezapisane zmiany",
    description: "In the bar with the buttons",
  },
  restored: {
    id: "settings.save.restored",
    defaultMessage: "Sesja wygasła przed zapisaniem. Przywróciliśmy wpisane dane: sprawdź je i\u00a0zapisz.",
    description: "In the bar with the buttons, after signing in again",
  },
  password: {
    id: "settings.password.title",
    defaultMessage: "Zmiana hasła",
    description: "Section",
  },
  passwordLead: {
    id: "settings.password.lead",
    defaultMessage: "Zmiana hasła zakończy pozostałe sesje.",
    description: "Under the section's heading",
  },
  currentPassword: {
    id: "settings.password.current",
    defaultMessage: "Obecne hasło",
    description: "Label",
  },
  newPassword: {
    id: "settings.password.new",
    defaultMessage: "Nowe hasło",
    description: "Label",
  },
  changePassword: {
    id: "settings.password.submit",
    defaultMessage: "Zmień hasło",
    description: "Button",
  },
  passwordChanged: {
    id: "settings.password.done",
    defaultMessage: "Hasło zostało zmienione",
    description: "In passing",
  },
  apiKey: {
    id: "settings.key.title",
    defaultMessage: "Klucz API",
    description: "Section; name of the field with a new key",
  },
  apiKeyLead: {
    id: "settings.key.lead",
    defaultMessage: "Tym kluczem inny system łączy się z\u00a0kontem.",
    description: "Under the section's heading",
  },
  openAPI: {
    id: "settings.key.openAPI",
    defaultMessage: "Opis API dla programistów",
    description: "Link to the OpenAPI document",
  },
  noKey: {
    id: "settings.key.none",
    defaultMessage: "Konto nie ma klucza API.",
    description: "No key",
  },
  keyOwnPeople: {
    id: "settings.key.ownPeople",
    defaultMessage:
      "Klucz tworzą i\u00a0unieważniają tylko osoby z\u00a0tego konta, po zalogowaniu e-mailem i\u00a0hasłem.",
    description: "In place of the buttons, for somebody from another account or from a connected system",
  },
  keyMenus: {
    id: "settings.key.menus",
    defaultMessage: "Menu połączonego systemu",
    description: "Label of a fact: the system put menus into the application",
  },
  keyMenusSet: {
    id: "settings.key.menusSet",
    defaultMessage: "ustawione {when}; znikną razem z\u00a0kluczem",
    description: "When the menus were set",
  },
  keyMenusThere: {
    id: "settings.key.menusThere",
    defaultMessage: "ustawione; znikną razem z\u00a0kluczem",
    description: "The menus were set, nobody knows when",
  },
  createKey: {
    id: "settings.key.create",
    defaultMessage: "Utwórz klucz",
    description: "Button",
  },
  keyOnce: {
    id: "settings.key.once",
    defaultMessage: "Skopiuj klucz teraz. Nie pokażemy go ponownie.",
    description: "Over a new key",
  },
  copy: {
    id: "settings.key.copy",
    defaultMessage: "Kopiuj",
    description: "Button",
  },
  keyPrefix: {
    id: "settings.key.prefix",
    defaultMessage: "Początek klucza",
    description: "Label of a fact",
  },
  keyCreated: {
    id: "settings.key.created",
    defaultMessage: "Utworzony",
    description: "Label of a fact",
  },
  keyMaker: {
    id: "settings.key.maker",
    defaultMessage: "Autor klucza",
    description: "Label of a fact: the e-mail of who made the key",
  },
  keyUsed: {
    id: "settings.key.used",
    defaultMessage: "Ostatnio użyty",
    description: "Label of a fact",
  },
  keyNever: {
    id: "settings.key.never",
    defaultMessage: "jeszcze nie",
    description: "The key was never used",
  },
  renew: {
    id: "settings.key.renew",
    defaultMessage: "Utwórz nowy klucz",
    description: "Button",
  },
  renewAsk: {
    id: "settings.key.renewAsk",
    defaultMessage: "Zastąpić klucz {prefix}…?",
    description: "Question before a new key is made",
  },
  renewText: {
    id: "settings.key.renewText",
    defaultMessage: "Obecny klucz przestanie działać od razu.",
    description: "Under the question",
  },
  revoke: {
    id: "settings.key.revoke",
    defaultMessage: "Unieważnij klucz",
    description: "Button",
  },
  revokeAsk: {
    id: "settings.key.revokeAsk",
    defaultMessage: "Unieważnić klucz {prefix}…?",
    description: "Question before the key is revoked",
  },
  revokeText: {
    id: "settings.key.revokeText",
    defaultMessage: "Systemy, które go używają, stracą dostęp do konta od razu.",
    description: "Under the question",
  },
  keyRevoked: {
    id: "settings.key.revoked",
    defaultMessage: "Unieważniono klucz",
    description: "In passing",
  },
});

export const billingMessages: Readonly<Record<keyof BillingValues, Message>> = defineMessages({
  companyName: {
    id: "settings.billing.companyName",
    defaultMessage: "Nazwa firmy",
    description: "Label",
  },
  city: {
    id: "settings.billing.city",
    defaultMessage: "Miejscowość",
    description: "Label",
  },
  postCode: {
    id: "settings.billing.postCode",
    defaultMessage: "Kod pocztowy",
    description: "Label",
  },
  street: {
    id: "settings.billing.street",
    defaultMessage: "Ulica i\u00a0numer",
    description: "Label",
  },
  taxId: {
    id: "settings.billing.taxId",
    defaultMessage: "NIP",
    description: "Label",
  },
  country: {
    id: "settings.billing.country",
    defaultMessage: "Kraj",
    description: "Label",
  },
  currency: {
    id: "settings.billing.currency",
    defaultMessage: "Waluta",
    description: "Label",
  },
});

export const websiteMessages = defineMessages({
  lead: {
    id: "settings.websites.lead",
    defaultMessage: "Strony, których odwiedzających śledzisz. Bez strony scoring leadów jest niedostępny.",
    description: "Under the section's heading",
  },
  manage: {
    id: "settings.websites.manage",
    defaultMessage: "Zobacz strony i\u00a0ich kod",
    description: "Link to where websites are added and removed",
  },
});

export const notifyMessages = defineMessages({
  title: { id: "settings.notify.title", defaultMessage: "Powiadomienia", description: "Section" },
  lead: {
    id: "settings.notify.lead",
    defaultMessage:
      "Gdzie dowiesz się o\u00a0zdarzeniach. Powiadomienia w\u00a0Pulsie widzi każda osoba z\u00a0dostępem do konta. E-\u2060mail wysyłamy tylko wtedy, gdy chodzi o\u00a0bezpieczeństwo logowania.",
    description: "Under the section's heading",
  },
  event: { id: "settings.notify.event", defaultMessage: "Zdarzenie", description: "Column" },
  here: {
    id: "settings.notify.here",
    defaultMessage: "W\u00a0Pulsie",
    description: "A place of notifications: the list in the product",
  },
  webhook: { id: "settings.notify.webhook", defaultMessage: "Webhook", description: "A place of notifications" },
  where: { id: "settings.notify.where", defaultMessage: "Gdzie", description: "Column: places of notifications" },
  connections: { id: "settings.notify.connections", defaultMessage: "Połączenia", description: "A group of events" },
  security: { id: "settings.notify.security", defaultMessage: "Bezpieczeństwo", description: "A group of events" },
  toWebhooks: { id: "settings.notify.toWebhooks", defaultMessage: "Ustaw webhooki", description: "Link" },
});

export const notifyEventMessages = defineMessages({
  calculated: {
    id: "settings.notifyEvent.calculated",
    defaultMessage: "Przeliczono scoring",
    description: "Event",
  },
  failed: {
    id: "settings.notifyEvent.failed",
    defaultMessage: "Nie udało się przeliczyć scoringu",
    description: "Event",
  },
  imported: { id: "settings.notifyEvent.imported", defaultMessage: "Zakończył się import", description: "Event" },
  bands: {
    id: "settings.notifyEvent.bands",
    defaultMessage: "Kontakty zmieniły przedział ocen",
    description: "Event",
  },
  left: {
    id: "settings.notifyEvent.left",
    defaultMessage: "Ktoś się wypisał lub usunięto jego dane",
    description: "Event",
  },
  webhook: {
    id: "settings.notifyEvent.webhook",
    defaultMessage: "Webhook nie przyjmuje zdarzeń",
    description: "Event",
  },
  destination: {
    id: "settings.notifyEvent.destination",
    defaultMessage: "Lista u\u00a0dostawcy poczty nie jest zsynchronizowana",
    description: "An event",
  },
  blocked: {
    id: "settings.notifyEvent.blocked",
    defaultMessage: "Zablokowano logowanie z\u00a0nieznanych urządzeń",
    description: "Event",
  },
  password: {
    id: "settings.notifyEvent.password",
    defaultMessage: "Ktoś z\u00a0konta ustawił nowe hasło",
    description: "Event",
  },
});
