import { defineMessages, type Message } from "../../../i18n/define-messages";
import { faultMessages } from "../../../i18n/fault-messages";

/** The reasons for refused rows, by code. */
export const defectMessages: Readonly<Record<string, Message>> = defineMessages({
  UNKNOWN_UID: {
    id: "imports.defect.UNKNOWN_UID",
    defaultMessage: "Konto nie ma takiej bazy",
    description: "Why a row is refused",
  },
  FIELD_TOO_LONG: {
    id: "imports.defect.FIELD_TOO_LONG",
    defaultMessage: "Za długa wartość",
    description: "Why a row is refused",
  },
  BAD_CHARACTER: {
    id: "imports.defect.BAD_CHARACTER",
    defaultMessage: "Niedozwolony znak",
    description: "Why a row is refused",
  },
  BAD_EMAIL: {
    id: "imports.defect.BAD_EMAIL",
    defaultMessage: "To nie jest adres e-mail",
    description: "Why a row is refused",
  },
  BAD_GSM: {
    id: "imports.defect.BAD_GSM",
    defaultMessage: "To nie jest numer telefonu",
    description: "Why a row is refused",
  },
  ROUNDED_NUMBER: {
    id: "imports.defect.ROUNDED_NUMBER",
    defaultMessage: "Arkusz zaokrąglił numer",
    description: "Why a row is refused",
  },
  BAD_TIME: { id: "imports.defect.BAD_TIME", defaultMessage: "Nieczytelna data", description: "Why a row is refused" },
  BAD_FLAG: {
    id: "imports.defect.BAD_FLAG",
    defaultMessage: "Nie rozpoznajemy tej wartości",
    description: "Why a row is refused",
  },
  BAD_GROUP: {
    id: "imports.defect.BAD_GROUP",
    defaultMessage: "Za długa nazwa grupy",
    description: "Why a row is refused",
  },
  BAD_NUMBER: {
    id: "imports.defect.BAD_NUMBER",
    defaultMessage: "To nie jest liczba",
    description: "Why a row is refused",
  },
  PROPERTY_TOO_LONG: {
    id: "imports.defect.PROPERTY_TOO_LONG",
    defaultMessage: "Za długa wartość cechy",
    description: "Why a row is refused",
  },
  UNKNOWN_PROPERTY: {
    id: "imports.defect.UNKNOWN_PROPERTY",
    defaultMessage: "Baza nie ma tej cechy",
    description: "Why a row is refused",
  },
  MISSING_ADDRESS: {
    id: "imports.defect.MISSING_ADDRESS",
    defaultMessage: "Brak adresu",
    description: "Why a row is refused",
  },
  ADDRESS_TAKEN: {
    id: "imports.defect.ADDRESS_TAKEN",
    defaultMessage: "Adres ma już ktoś inny",
    description: "Why a row is refused",
  },
  ERASED_ADDRESS: {
    id: "imports.defect.ERASED_ADDRESS",
    defaultMessage: "Dane tej osoby usunięto na zawsze",
    description: "Why a row is refused",
  },
  TOO_MANY_GROUPS: {
    id: "imports.defect.TOO_MANY_GROUPS",
    defaultMessage: "Baza ma już tyle grup, ile może",
    description: "Why a row is refused",
  },
  TOO_MANY_CONTACTS: {
    id: "imports.defect.TOO_MANY_CONTACTS",
    defaultMessage: "Baza jest pełna",
    description: "Why a row is refused",
  },
  UNKNOWN_TYPE: {
    id: "imports.defect.UNKNOWN_TYPE",
    defaultMessage: "Nieznany rodzaj zdarzenia",
    description: "Why a row is refused",
  },
  UNKNOWN_CATEGORY: {
    id: "imports.defect.UNKNOWN_CATEGORY",
    defaultMessage: "Nieznany rodzaj komunikacji",
    description: "Why a row is refused",
  },
  UNKNOWN_CHANNEL: {
    id: "imports.defect.UNKNOWN_CHANNEL",
    defaultMessage: "Nieznany kanał",
    description: "Why a row is refused",
  },
  UNKNOWN_RECIPIENT: faultMessages.CONTACT_NOT_FOUND,
  MISSING_RECIPIENT: {
    id: "imports.defect.MISSING_RECIPIENT",
    defaultMessage: "Nie wiadomo, czyje to zdarzenie",
    description: "Why a row is refused",
  },
  MISSING_MESSAGE_ID: {
    id: "imports.defect.MISSING_MESSAGE_ID",
    defaultMessage: "Brak identyfikatora wiadomości",
    description: "Why a row is refused",
  },
  MISSING_EVENT_ID: {
    id: "imports.defect.MISSING_EVENT_ID",
    defaultMessage: "Brak identyfikatora zdarzenia",
    description: "Why a row is refused",
  },
  MISSING_VISITOR_ID: {
    id: "imports.defect.MISSING_VISITOR_ID",
    defaultMessage: "Brak identyfikatora odwiedzającego",
    description: "Why a row is refused",
  },
  FUTURE_TIME: {
    id: "imports.defect.FUTURE_TIME",
    defaultMessage: "Data z\u00a0przyszłości",
    description: "Why a row is refused",
  },
  ANCIENT_TIME: {
    id: "imports.defect.ANCIENT_TIME",
    defaultMessage: "Data sprzed ponad 40 lat",
    description: "Why a row is refused",
  },
  ROW_TOO_LONG: {
    id: "imports.defect.ROW_TOO_LONG",
    defaultMessage: "Za długi wiersz",
    description: "Why a row is refused",
  },
  BAD_ENCODING: {
    id: "imports.defect.BAD_ENCODING",
    defaultMessage: "Nieczytelne litery",
    description: "Why a row is refused",
  },
  WRONG_COLUMNS: {
    id: "imports.defect.WRONG_COLUMNS",
    defaultMessage: "Inna liczba kolumn niż w\u00a0nagłówku",
    description: "Why a row is refused",
  },
  UNCLOSED_QUOTE: {
    id: "imports.defect.UNCLOSED_QUOTE",
    defaultMessage: "Niedomknięty cudzysłów",
    description: "Why a row is refused",
  },
  STRAY_QUOTE: {
    id: "imports.defect.STRAY_QUOTE",
    defaultMessage: "Cudzysłów w\u00a0środku wartości",
    description: "Why a row is refused",
  },
  BAD_JSON: {
    id: "imports.defect.BAD_JSON",
    defaultMessage: "Nie da się odczytać wiersza",
    description: "Why a row is refused",
  },
  UNKNOWN_KEY: {
    id: "imports.defect.UNKNOWN_KEY",
    defaultMessage: "Pole, którego nie ma we wzorze",
    description: "Why a row is refused",
  },
  REPEATED_KEY: {
    id: "imports.defect.REPEATED_KEY",
    defaultMessage: "Dwa razy to samo pole",
    description: "Why a row is refused",
  },
  REPEATED_HEADER: {
    id: "imports.defect.REPEATED_HEADER",
    defaultMessage: "Powtórzony nagłówek",
    description: "Why a row is refused: it names the columns once more",
  },
  TOTALS_ROW: {
    id: "imports.defect.TOTALS_ROW",
    defaultMessage: "Wiersz z\u00a0sumami",
    description: "Why a row is left out",
  },
  CELL_ERROR: {
    id: "imports.defect.CELL_ERROR",
    defaultMessage: "Arkusz nie obliczył komórki",
    description: "Why a row is refused",
  },
});

/** The remedies, by code. */
export const remedyMessages: Readonly<Record<string, Message>> = defineMessages({
  UNKNOWN_UID: {
    id: "imports.remedy.UNKNOWN_UID",
    defaultMessage: "Popraw numer bazy albo dodaj bazę na stronie „Bazy”.",
    description: "What helps",
  },
  FIELD_TOO_LONG: {
    id: "imports.remedy.FIELD_TOO_LONG",
    defaultMessage: "Skróć ją do 255 znaków.",
    description: "What helps",
  },
  BAD_CHARACTER: {
    id: "imports.remedy.BAD_CHARACTER",
    defaultMessage: "Usuń tabulatory i\u00a0podziały wiersza z\u00a0komórki.",
    description: "What helps",
  },
  BAD_EMAIL: {
    id: "imports.remedy.BAD_EMAIL",
    defaultMessage: "Popraw literówkę: adres ma jedną małpę i\u00a0domenę, bez spacji.",
    description: "What helps",
  },
  BAD_GSM: {
    id: "imports.remedy.BAD_GSM",
    defaultMessage: "Podaj 9 cyfr polskiego numeru albo numer z\u00a0kierunkowym, np. +420.",
    description: "What helps",
  },
  ROUNDED_NUMBER: {
    id: "imports.remedy.ROUNDED_NUMBER",
    defaultMessage: "Ustaw w\u00a0arkuszu kolumnę jako tekst i\u00a0wpisz numery jeszcze raz.",
    description: "What helps",
  },
  BAD_TIME: {
    id: "imports.remedy.BAD_TIME",
    defaultMessage: "Zapisz datę jako 2026-11-21 albo 21.11.2026, przy zdarzeniach z\u00a0godziną: 21.11.2026 12:04.",
    description: "What helps",
  },
  BAD_FLAG: {
    id: "imports.remedy.BAD_FLAG",
    defaultMessage: "Wskaż w\u00a0kroku Kolumny, co znaczy, albo wpisz w\u00a0pliku tak lub nie.",
    description: "What helps",
  },
  BAD_GROUP: {
    id: "imports.remedy.BAD_GROUP",
    defaultMessage: "Skróć nazwę do 100 znaków. Grupy rozdziela kreska |.",
    description: "What helps",
  },
  BAD_NUMBER: {
    id: "imports.remedy.BAD_NUMBER",
    defaultMessage: "Zostaw same cyfry, z\u00a0kropką przed ułamkiem, albo wybierz cechę typu Tekst.",
    description: "What helps",
  },
  PROPERTY_TOO_LONG: {
    id: "imports.remedy.PROPERTY_TOO_LONG",
    defaultMessage: "Skróć ją do 1000 znaków.",
    description: "What helps",
  },
  UNKNOWN_PROPERTY: {
    id: "imports.remedy.UNKNOWN_PROPERTY",
    defaultMessage: "Dodaj cechę w\u00a0tej bazie albo pomiń kolumnę.",
    description: "What helps",
  },
  MISSING_ADDRESS: {
    id: "imports.remedy.MISSING_ADDRESS",
    defaultMessage: "Wiersz potrzebuje e-maila, telefonu albo identyfikatora zewnętrznego.",
    description: "What helps",
  },
  ADDRESS_TAKEN: {
    id: "imports.remedy.ADDRESS_TAKEN",
    defaultMessage: "Dwie osoby mają ten sam adres. Zostaw go przy jednej z\u00a0nich.",
    description: "What helps",
  },
  ERASED_ADDRESS: {
    id: "imports.remedy.ERASED_ADDRESS",
    defaultMessage: "Tego adresu nie można dodać. Usuń wiersz z\u00a0pliku.",
    description: "What helps",
  },
  TOO_MANY_GROUPS: {
    id: "imports.remedy.TOO_MANY_GROUPS",
    defaultMessage: "Usuń niepotrzebne grupy albo nazwy grup z\u00a0pliku.",
    description: "What helps",
  },
  TOO_MANY_CONTACTS: {
    id: "imports.remedy.TOO_MANY_CONTACTS",
    defaultMessage: "Wgraj te wiersze do innej bazy.",
    description: "What helps",
  },
  UNKNOWN_TYPE: {
    id: "imports.remedy.UNKNOWN_TYPE",
    defaultMessage: "Wskaż w\u00a0kroku Kolumny, co znaczy, albo wpisz na przykład: wysłano, otwarcie, kliknięcie.",
    description: "What helps",
  },
  UNKNOWN_CATEGORY: {
    id: "imports.remedy.UNKNOWN_CATEGORY",
    defaultMessage: "Użyj nazw ze wzoru, np. sales albo info, lub zostaw puste.",
    description: "What helps",
  },
  UNKNOWN_CHANNEL: {
    id: "imports.remedy.UNKNOWN_CHANNEL",
    defaultMessage: "Wpisz e-mail, SMS albo zostaw puste: wtedy oba kanały.",
    description: "What helps",
  },
  UNKNOWN_RECIPIENT: {
    id: "imports.remedy.UNKNOWN_RECIPIENT",
    defaultMessage: "Wgraj najpierw kontakty, a\u00a0potem te wiersze jeszcze raz.",
    description: "What helps",
  },
  MISSING_RECIPIENT: {
    id: "imports.remedy.MISSING_RECIPIENT",
    defaultMessage: "Podaj identyfikator zewnętrzny, e-mail albo telefon.",
    description: "What helps",
  },
  MISSING_MESSAGE_ID: {
    id: "imports.remedy.MISSING_MESSAGE_ID",
    defaultMessage: "Wskaż kolumnę z\u00a0identyfikatorem wiadomości.",
    description: "What helps",
  },
  MISSING_EVENT_ID: {
    id: "imports.remedy.MISSING_EVENT_ID",
    defaultMessage: "Zdarzenia ze stron WWW muszą mieć własny identyfikator.",
    description: "What helps",
  },
  MISSING_VISITOR_ID: {
    id: "imports.remedy.MISSING_VISITOR_ID",
    defaultMessage: "Zdarzenia ze stron WWW muszą mieć identyfikator odwiedzającego.",
    description: "What helps",
  },
  FUTURE_TIME: {
    id: "imports.remedy.FUTURE_TIME",
    defaultMessage: "Sprawdź rok i\u00a0strefę czasową.",
    description: "What helps",
  },
  ANCIENT_TIME: {
    id: "imports.remedy.ANCIENT_TIME",
    defaultMessage: "Sprawdź rok: tak starych zdarzeń nie liczymy.",
    description: "What helps",
  },
  ROW_TOO_LONG: {
    id: "imports.remedy.ROW_TOO_LONG",
    defaultMessage: "Sprawdź, czy nie zgubił się cudzysłów, który łączy wiersze.",
    description: "What helps",
  },
  BAD_ENCODING: {
    id: "imports.remedy.BAD_ENCODING",
    defaultMessage: "Wróć do kolumn i\u00a0wybierz inne kodowanie albo zapisz plik jako UTF-8.",
    description: "What helps",
  },
  WRONG_COLUMNS: {
    id: "imports.remedy.WRONG_COLUMNS",
    defaultMessage: "Sprawdź separator i\u00a0cudzysłowy wokół wartości z\u00a0przecinkiem.",
    description: "What helps",
  },
  UNCLOSED_QUOTE: {
    id: "imports.remedy.UNCLOSED_QUOTE",
    defaultMessage: "Dopisz brakujący cudzysłów na końcu wartości.",
    description: "What helps",
  },
  STRAY_QUOTE: {
    id: "imports.remedy.STRAY_QUOTE",
    defaultMessage: "Weź całą wartość w\u00a0cudzysłów, a\u00a0ten w\u00a0środku podwój.",
    description: "What helps",
  },
  BAD_JSON: {
    id: "imports.remedy.BAD_JSON",
    defaultMessage: "Zapisz dane jako CSV albo XLSX lub popraw wiersz według wzoru.",
    description: "What helps",
  },
  UNKNOWN_KEY: {
    id: "imports.remedy.UNKNOWN_KEY",
    defaultMessage: "Usuń je albo nazwij tak jak we wzorze.",
    description: "What helps",
  },
  REPEATED_KEY: {
    id: "imports.remedy.REPEATED_KEY",
    defaultMessage: "Zostaw jeden z\u00a0nich.",
    description: "What helps",
  },
  REPEATED_HEADER: {
    id: "imports.remedy.REPEATED_HEADER",
    defaultMessage: "Nic nie musisz robić: ten wiersz nazywa tylko kolumny.",
    description: "What helps",
  },
  CELL_ERROR: {
    id: "imports.remedy.CELL_ERROR",
    defaultMessage: "Popraw formułę z\u00a0błędem takim jak #N/D! albo wpisz wartość.",
    description: "What helps",
  },
});
