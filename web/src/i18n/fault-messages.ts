import type { ReasonName } from "../api/fault";
import { byStatus } from "./common-messages";
import { defineMessages, type Message } from "./define-messages";
import { importReasons, recipientReasons } from "./recipient-fault-messages";
import { scoringReasons } from "./scoring-fault-messages";

/** The texts of reasons that pages say on their own too. */
export const faultMessages = defineMessages({
  ACCOUNT_WEAK_PASSWORD: {
    id: "fault.reason.ACCOUNT_WEAK_PASSWORD",
    defaultMessage: "Hasło nie spełnia wymagań",
    description: "The password is too weak",
  },
  ACCOUNT_PASSWORD_UNCHANGED: {
    id: "fault.reason.ACCOUNT_PASSWORD_UNCHANGED",
    defaultMessage: "Nowe hasło musi być inne niż obecne",
    description: "Old and new password are equal",
  },
  ACCOUNT_LINK_INACTIVE: {
    id: "fault.reason.ACCOUNT_LINK_INACTIVE",
    defaultMessage: "Link jest już nieaktywny",
    description: "A link from an e-mail that was used, replaced or is too old",
  },
  ACCOUNT_TRIAL_EXPIRED: {
    id: "fault.reason.ACCOUNT_TRIAL_EXPIRED",
    defaultMessage: "Okres próbny wygasł",
    description: "The trial has ended",
  },
  CONTACT_NOT_FOUND: {
    id: "fault.reason.CONTACT_NOT_FOUND",
    defaultMessage: "Nie ma takiego kontaktu",
    description: "A contact that does not exist, or no longer",
  },
});

/**
 * The error catalogue: the text of every reason in the contracts. Undefined means that the general text of the status
 * is enough, or that no page can meet the reason.
 */
const byReason: Readonly<Record<ReasonName, Message | undefined>> = {
  ...scoringReasons,
  ...recipientReasons,
  ...importReasons,
  ...faultMessages,
  // Between services.
  CALCULATION_REPLACED: undefined,
  SERVICE_ONLY: undefined,
  // Inside a service.
  IMPORT_DICTIONARY_CHANGED: undefined,
  IMPORT_MOVED: undefined,
  // No form is that large.
  REQUEST_TOO_LARGE: undefined,
  // No page sends so many.
  HEADERS_TOO_LARGE: undefined,
  // Operators.
  ACCOUNT_NOT_FOUND: undefined,
  FLAG_NAME_INVALID: undefined,
  FLAG_NOT_FOUND: undefined,
  FLAG_RULE_INVALID: undefined,
  FLAG_VALUE_INVALID: undefined,
  // Our own pages are never refused.
  CROSS_ORIGIN: undefined,
  // Pages ask for days that exist.
  CALCULATION_NOT_FOUND: undefined,
  // Pages call existing methods only.
  METHOD_NOT_ALLOWED: undefined,
  // Pages make a key for each file.
  IMPORT_KEY_REUSED: undefined,
  // Pages make keys of the right form, one for each request.
  IDEMPOTENCY_KEY_INVALID: undefined,
  IDEMPOTENCY_KEY_REUSED: undefined,
  // Pages send one file at a time; the general text says enough.
  UPLOADS_BUSY: undefined,
  // Pages send little; the general text says enough.
  BODIES_BUSY: undefined,
  // Pages send JSON.
  CONTENT_TYPE_UNSUPPORTED: undefined,
  // Status 404.
  NOT_FOUND: undefined,
  // Status 500.
  INTERNAL: undefined,
  // Status 503.
  UNAVAILABLE: undefined,
  // The fields have the details.
  REQUEST_INVALID: undefined,
  // The page knows that its connection broke.
  IMPORT_CUT_OFF: undefined,
  // From an outdated list: the general text of the status is enough.
  WEBHOOK_NOT_FOUND: undefined,
  WEBHOOK_DELIVERY_NOT_FOUND: undefined,
  DESTINATION_NOT_FOUND: undefined,
  // The form hides fields that a provider does not have.
  DESTINATION_SELECTION_INVALID: undefined,
  ...defineMessages({
    WEBHOOK_LIMIT: {
      id: "fault.reason.WEBHOOK_LIMIT",
      defaultMessage: "Więcej webhooków nie można dodać. Usuń jeden z\u00a0nich.",
      description: "The account has as many webhooks as it may have",
    },
    WEBHOOK_URL_INVALID: {
      id: "fault.reason.WEBHOOK_URL_INVALID",
      defaultMessage: "Wpisz adres, który zaczyna się od https://, bez nazwy użytkownika i\u00a0bez znaku #",
      description: "The address of a webhook cannot be used",
    },
    WEBHOOK_ADDRESS_PRIVATE: {
      id: "fault.reason.WEBHOOK_ADDRESS_PRIVATE",
      defaultMessage: "Ten adres prowadzi do sieci prywatnej. Wpisz adres dostępny z\u00a0internetu.",
      description: "The address of a webhook is in a private network",
    },
    DEMO_NOT_SHOWN: {
      id: "fault.reason.DEMO_NOT_SHOWN",
      defaultMessage: "Tego w\u00a0demonstracji nie ma. Na swoim koncie zobaczysz tu swoje dane.",
      description: "Demonstration: something that was not recorded",
    },
    DEMO_NOT_SAVED: {
      id: "fault.reason.DEMO_NOT_SAVED",
      defaultMessage: "W\u00a0demonstracji niczego nie zapisujemy. Zrobisz to na swoim koncie.",
      description: "Demonstration: something that would be kept",
    },
    ACCOUNT_INVALID_LOGIN: {
      id: "fault.reason.ACCOUNT_INVALID_LOGIN",
      defaultMessage: "Nieprawidłowy e-mail lub hasło",
      description: "E-mail and password do not belong together",
    },
    ACCOUNT_INACTIVE: {
      id: "fault.reason.ACCOUNT_INACTIVE",
      defaultMessage: "Konto jest nieaktywne",
      description: "The account is switched off",
    },
    ACCOUNT_LOGIN_BUSY: {
      id: "fault.reason.ACCOUNT_LOGIN_BUSY",
      defaultMessage: "Zbyt wiele prób logowania. Spróbuj ponownie za chwilę.",
      description: "Too many sign-ins at the moment",
    },
    ACCOUNT_COMMON_PASSWORD: {
      id: "fault.reason.ACCOUNT_COMMON_PASSWORD",
      defaultMessage: "To hasło należy do najczęściej używanych. Wybierz inne.",
      description: "The password is on the list of the most used ones",
    },
    ACCOUNT_TOO_MANY_ATTEMPTS: {
      id: "fault.reason.ACCOUNT_TOO_MANY_ATTEMPTS",
      defaultMessage: "Zbyt wiele prób. Spróbuj ponownie później.",
      description: "Limited for a while",
    },
    ACCOUNT_TIMEZONE_UNKNOWN: {
      id: "fault.reason.ACCOUNT_TIMEZONE_UNKNOWN",
      defaultMessage: "Nieznana strefa czasowa",
      description: "The timezone does not exist",
    },
    ACCOUNT_EVENT_TYPE_UNKNOWN: {
      id: "fault.reason.ACCOUNT_EVENT_TYPE_UNKNOWN",
      defaultMessage: "Nieznany typ zdarzenia",
      description: "A tracked event type does not exist",
    },
    OWN_PEOPLE_ONLY: {
      id: "fault.reason.OWN_PEOPLE_ONLY",
      defaultMessage:
        "Stały dostęp do konta dają i\u00a0odbierają tylko jego użytkownicy, po zalogowaniu e-mailem i\u00a0hasłem",
      description: "A guest, or somebody from a connected system, wanted to make or end a key",
    },
    ACCOUNT_API_KEY_NOT_FOUND: {
      id: "fault.reason.ACCOUNT_API_KEY_NOT_FOUND",
      defaultMessage: "Konto nie ma klucza API",
      description: "There is no API key",
    },
    ACCOUNT_EMAIL_TAKEN: {
      id: "fault.reason.ACCOUNT_EMAIL_TAKEN",
      defaultMessage: "Podany adres już istnieje. Zaloguj się.",
      description: "Registration with an address that has an account",
    },
    ACCOUNT_CONSENT_MISSING: {
      id: "fault.reason.ACCOUNT_CONSENT_MISSING",
      defaultMessage: "Zaakceptuj regulamin i\u00a0umowę powierzenia przetwarzania danych",
      description: "Registration without the agreements",
    },
    DOWNLOADS_LIMIT: {
      id: "fault.reason.DOWNLOADS_LIMIT",
      defaultMessage: "Na tym koncie trwa już kilka pobierań. Poczekaj na koniec jednego z\u00a0nich.",
      description: "An account has as many downloads open as it may",
    },
    DOWNLOADS_BUSY: {
      id: "fault.reason.DOWNLOADS_BUSY",
      defaultMessage: "Trwa zbyt wiele pobierań. Spróbuj ponownie za chwilę.",
      description: "All accounts together have as many downloads open as they may",
    },
    STREAMS_LIMIT: {
      id: "fault.reason.STREAMS_LIMIT",
      defaultMessage: "Na tym koncie otwarto zbyt wiele okien naraz. Zamknij jedno z\u00a0nich.",
      description: "An account follows too many calculations at once",
    },
    TOKEN_INVALID: byStatus.unauthorized,
    ACCOUNT_CLIENT_ID_INVALID: {
      id: "fault.reason.ACCOUNT_CLIENT_ID_INVALID",
      defaultMessage: "Wprowadzono nieprawidłową wartość",
      description: "A client ID that is no number",
    },
    ACCOUNT_CLIENT_OWN: {
      id: "fault.reason.ACCOUNT_CLIENT_OWN",
      defaultMessage: "Nie możesz ponownie zalogować się na swoje konto",
      description: "The client ID is the own account's",
    },
    ACCOUNT_CLIENT_INACTIVE: {
      id: "fault.reason.ACCOUNT_CLIENT_INACTIVE",
      defaultMessage: "Nie można zalogować się na nieaktywne konto",
      description: "The client's account is switched off",
    },
    ACCOUNT_CLIENT_NOT_FOUND: {
      id: "fault.reason.ACCOUNT_CLIENT_NOT_FOUND",
      defaultMessage: "Nie znaleziono konta o\u00a0podanym ID",
      description: "No such client account",
    },
    ACCOUNT_SESSION_ENDED: {
      id: "fault.reason.ACCOUNT_SESSION_ENDED",
      defaultMessage: "Sesja wygasła. Zaloguj się ponownie.",
      description: "The session cannot be continued",
    },
    ACCOUNT_EXTERNAL_TOKEN_INVALID: {
      id: "fault.reason.ACCOUNT_EXTERNAL_TOKEN_INVALID",
      defaultMessage: "Link do logowania jest już nieaktywny",
      description: "A one-time login by another system failed",
    },
    ACCOUNT_API_KEY_INVALID: {
      id: "fault.reason.ACCOUNT_API_KEY_INVALID",
      defaultMessage: "Nieprawidłowy klucz API",
      description: "The API key is unknown or revoked",
    },
    ACCOUNT_USER_NOT_FOUND: {
      id: "fault.reason.ACCOUNT_USER_NOT_FOUND",
      defaultMessage: "Nie ma takiego użytkownika",
      description: "The user does not exist",
    },
    DATE_INVALID: {
      id: "fault.reason.DATE_INVALID",
      defaultMessage: "To nie jest dzień, który można wybrać",
      description: "What was sent is no day",
    },
    DATE_IN_FUTURE: {
      id: "fault.reason.DATE_IN_FUTURE",
      defaultMessage: "Nie można przeliczyć scoringu na dzień, który jeszcze nie nadszedł",
      description: "A calculation for a day to come",
    },
    CALCULATION_LIMIT: {
      id: "fault.reason.CALCULATION_LIMIT",
      defaultMessage:
        "W\u00a0ciągu ostatniej godziny zlecono już maksymalną liczbę przeliczeń. Następne będzie możliwe później.",
      description: "An account asked for too many calculations within an hour",
    },
    RANGE_INVALID: {
      id: "fault.reason.RANGE_INVALID",
      defaultMessage: "Początek musi być przed końcem, a\u00a0zakres najwyżej 800\u00a0dni",
      description: "A range of days that ends before it starts, or is too long",
    },
    GROUP_NOT_FOUND: {
      id: "fault.reason.GROUP_NOT_FOUND",
      defaultMessage: "Tej grupy już nie ma. Wybierz inną.",
      description: "A group that was deleted meanwhile",
    },
    EXPORT_TARGETS_OVERLAP: {
      id: "fault.reason.EXPORT_TARGETS_OVERLAP",
      defaultMessage: "Przedziały nachodzą na siebie. Każdą ocenę i\u00a0każdy powód można wybrać raz.",
      description: "Two chosen bands share a score, or a reason was chosen twice",
    },
    EXPORT_BAND_INVALID: {
      id: "fault.reason.EXPORT_BAND_INVALID",
      defaultMessage: "Przedział zaczyna się za swoim końcem",
      description: "A band whose minimum is above its maximum",
    },
    EXPORT_GROUP_MISSING: {
      id: "fault.reason.EXPORT_GROUP_MISSING",
      defaultMessage: "Wybierz grupę albo podaj nazwę nowej",
      description: "A target names neither a group nor a new one, or both",
    },
    EXPORT_NOT_FOUND: {
      id: "fault.reason.EXPORT_NOT_FOUND",
      defaultMessage: "Nie ma takiego potwierdzenia",
      description: "A receipt of an export to groups that does not exist",
    },
    EXPORT_UNDONE: {
      id: "fault.reason.EXPORT_UNDONE",
      defaultMessage: "Już cofnięto",
      description: "An export to groups that was undone before",
    },
    REPORT_REPLACED: {
      id: "fault.reason.REPORT_REPLACED",
      defaultMessage: "Wynik przeliczono w\u00a0międzyczasie. Pobierz plik jeszcze raz.",
      description: "A result was calculated again while it was downloaded",
    },
    REPORT_NOT_FOUND: {
      id: "fault.reason.REPORT_NOT_FOUND",
      defaultMessage: "Nie ma wyników dla tego dnia i\u00a0kanału",
      description: "No result for that day and channel",
    },
    REPORT_UID_UNKNOWN: {
      id: "fault.reason.REPORT_UID_UNKNOWN",
      defaultMessage: "Scoring nie obejmuje wybranej bazy",
      description: "A report was asked for a uid that the scoring does not judge",
    },
    IDEMPOTENCY_KEY_RUNNING: {
      id: "fault.reason.IDEMPOTENCY_KEY_RUNNING",
      defaultMessage: "Ta operacja właśnie trwa. Spróbuj ponownie za chwilę.",
      description: "The same request was sent a moment ago and is not finished",
    },
    GROUP_NAME_INVALID: {
      id: "fault.reason.GROUP_NAME_INVALID",
      defaultMessage: "Ta nazwa grupy jest niedozwolona",
      description: "A group's name is not allowed",
    },
    DATABASE_EXISTS: {
      id: "fault.reason.DATABASE_EXISTS",
      defaultMessage: "Baza o\u00a0takim numerze już istnieje",
      description: "A recipient database of that uid exists",
    },
    PROPERTY_NAME_INVALID: {
      id: "fault.reason.PROPERTY_NAME_INVALID",
      defaultMessage: "Nazwa cechy może zawierać litery, cyfry, spacje oraz znaki _ i\u00a0-",
      description: "A trait's name with other signs",
    },
    DATABASE_NOT_FOUND: {
      id: "fault.reason.DATABASE_NOT_FOUND",
      defaultMessage: "Nie ma takiej bazy",
      description: "No recipient database of that uid",
    },
    DATABASE_LIMIT: {
      id: "fault.reason.DATABASE_LIMIT",
      defaultMessage: "Konto ma już maksymalną liczbę baz",
      description: "An account cannot have more databases",
    },
    GROUP_LIMIT: {
      id: "fault.reason.GROUP_LIMIT",
      defaultMessage: "Baza ma już maksymalną liczbę grup",
      description: "A database cannot have more groups",
    },
    PROPERTY_LIMIT: {
      id: "fault.reason.PROPERTY_LIMIT",
      defaultMessage: "Baza ma już maksymalną liczbę cech",
      description: "A database cannot have more features",
    },
    GROUP_EXISTS: {
      id: "fault.reason.GROUP_EXISTS",
      defaultMessage: "Grupa o\u00a0takiej nazwie już istnieje",
      description: "A group of that name exists",
    },
    PROPERTY_EXISTS: {
      id: "fault.reason.PROPERTY_EXISTS",
      defaultMessage: "Taka nazwa już istnieje",
      description: "A property of that name exists",
    },
    STORAGE_FULL: {
      id: "fault.reason.STORAGE_FULL",
      defaultMessage: "W\u00a0systemie zabrakło miejsca i\u00a0nic nie zostało zapisane. Spróbuj ponownie później.",
      description: "The installation's disk is full",
    },
    DESTINATION_LIMIT: {
      id: "fault.reason.DESTINATION_LIMIT",
      defaultMessage: "Więcej list nie można dodać. Usuń jedną z\u00a0nich.",
      description: "The account has as many lists at mail providers as it may have",
    },
    DESTINATION_LIST_TAKEN: {
      id: "fault.reason.DESTINATION_LIST_TAKEN",
      defaultMessage: "Ta lista już tu jest. Wpisz inną albo zmień tamtą.",
      description: "The same list of a mail provider was added before",
    },
    DESTINATION_KEY_REFUSED: {
      id: "fault.reason.DESTINATION_KEY_REFUSED",
      defaultMessage: "Dostawca odrzuca ten klucz. Skopiuj go jeszcze raz i\u00a0sprawdź jego uprawnienia.",
      description: "The mail provider refuses the API key",
    },
    DESTINATION_LIST_NOT_FOUND: {
      id: "fault.reason.DESTINATION_LIST_NOT_FOUND",
      defaultMessage:
        "Dostawca nie ma takiej listy. Sprawdź, co wpisano, i\u00a0czy klucz jest z\u00a0tego samego konta.",
      description: "The mail provider has no such list",
    },
  }),
};

/** The text of a reason; undefined if the catalogue has none, or the server is newer than this page. */
export function reasonMessage(reason: string): Message | undefined {
  return Object.hasOwn(byReason, reason) ? byReason[reason as ReasonName] : undefined;
}
