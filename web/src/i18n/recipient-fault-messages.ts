import type { ReasonName } from "../api/fault";
import { defineMessages, type Message } from "./define-messages";

type RecipientReason =
  | Extract<ReasonName, `CONTACT_E${string}` | `CONTACT_A${string}` | `CONTACT_G${string}` | `CONTACT_L${string}`>
  | "CONSENT_NOTE_MISSING"
  | Extract<ReasonName, `${"GROUP" | "PROPERTY"}_IN_USE` | "PROPERTY_NOT_FOUND" | "PROPERTY_VALUE_INVALID">
  | Extract<
      ReasonName,
      `IMPORT_${"NOT_DRAFT" | "ENDED" | "FORMAT_INVALID" | "ARCHIVE_INVALID" | "SHEET_UNKNOWN" | "FILE_UNKNOWN"}`
    >
  | Extract<ReasonName, "IMPORT_TOO_COMPLEX" | "IMPORT_SET_ASIDE" | "IMPORT_SUMS" | "IMPORT_NO_ROWS">
  | Extract<ReasonName, "IMPORT_MAPPING_INVALID" | "ENTRY_NOT_FOUND" | "PERSON_NOT_FOUND" | `PROVIDER_${string}`>
  | Extract<ReasonName, `INTAKE_${string}` | "UNSUBSCRIBE_LINK_UNKNOWN">;

/** No page can meet them. */
type Unmet = Extract<RecipientReason, `INTAKE_${string}` | "UNSUBSCRIBE_LINK_UNKNOWN">;

/** The texts of failures that concern recipients, their files and sources. */
export const recipientReasons: Readonly<Record<Exclude<RecipientReason, Unmet>, Message> & Record<Unmet, undefined>> = {
  // Websites and providers send.
  INTAKE_BUSY: undefined,
  // Websites send.
  INTAKE_KEY_UNKNOWN: undefined,
  // Providers send.
  INTAKE_SIGNATURE_INVALID: undefined,
  // Websites and providers send.
  INTAKE_BODY_INVALID: undefined,
  // Links have a page of their own.
  UNSUBSCRIBE_LINK_UNKNOWN: undefined,
  ...defineMessages({
    CONTACT_EXISTS: {
      id: "fault.reason.CONTACT_EXISTS",
      defaultMessage: "Ktoś w\u00a0tej bazie ma już ten adres",
      description: "An address belongs to another contact",
    },
    CONTACT_ADDRESS_MISSING: {
      id: "fault.reason.CONTACT_ADDRESS_MISSING",
      defaultMessage: "Podaj e-mail, numer telefonu albo identyfikator zewnętrzny",
      description: "A contact without an address",
    },
    CONTACT_EMAIL_INVALID: {
      id: "fault.reason.CONTACT_EMAIL_INVALID",
      defaultMessage: "To nie jest adres e-mail",
      description: "No e-mail address",
    },
    CONTACT_GSM_INVALID: {
      id: "fault.reason.CONTACT_GSM_INVALID",
      defaultMessage: "To nie jest numer telefonu. Numer spoza Polski zaczyna się od\u00a0+.",
      description: "No phone number",
    },
    CONTACT_EXTERNAL_ID_INVALID: {
      id: "fault.reason.CONTACT_EXTERNAL_ID_INVALID",
      defaultMessage: "Identyfikator zewnętrzny ma najwyżej 255 znaków i\u00a0nie zawiera tabulatorów",
      description: "No external id",
    },
    CONTACT_ERASED: {
      id: "fault.reason.CONTACT_ERASED",
      defaultMessage: "Tego adresu nie można zapisać: jego dane usunięto na zawsze",
      description: "An erased address",
    },
    CONTACT_LIMIT: {
      id: "fault.reason.CONTACT_LIMIT",
      defaultMessage: "W\u00a0bazie jest już tyle kontaktów, ile może być",
      description: "Too many contacts",
    },
    CONSENT_NOTE_MISSING: {
      id: "fault.reason.CONSENT_NOTE_MISSING",
      defaultMessage: "Napisz, skąd jest ta zgoda",
      description: "A consent without its origin",
    },
    PROPERTY_NOT_FOUND: {
      id: "fault.reason.PROPERTY_NOT_FOUND",
      defaultMessage: "Nie ma takiej cechy",
      description: "No such property",
    },
    PROPERTY_VALUE_INVALID: {
      id: "fault.reason.PROPERTY_VALUE_INVALID",
      defaultMessage: "Ta cecha przyjmuje tylko liczby",
      description: "The value does not fit the property",
    },
    PROPERTY_IN_USE: {
      id: "fault.reason.PROPERTY_IN_USE",
      defaultMessage: "Nie można usunąć tej cechy, bo używa jej scoring",
      description: "A scoring fills the property",
    },
    GROUP_IN_USE: {
      id: "fault.reason.GROUP_IN_USE",
      defaultMessage: "Nie można usunąć tej grupy, bo używa jej scoring",
      description: "A scoring uses the group",
    },
    IMPORT_NOT_DRAFT: {
      id: "fault.reason.IMPORT_NOT_DRAFT",
      defaultMessage: "Tego pliku już nie przechowujemy. Wgraj go ponownie.",
      description: "The draft is gone",
    },
    IMPORT_ENDED: {
      id: "fault.reason.IMPORT_ENDED",
      defaultMessage: "Ten import już się zakończył",
      description: "Nothing left to stop",
    },
    IMPORT_FORMAT_INVALID: {
      id: "fault.reason.IMPORT_FORMAT_INVALID",
      defaultMessage: "Plik NDJSON może zawierać tylko wysyłki i\u00a0reakcje",
      description: "Contacts as NDJSON",
    },
    IMPORT_ARCHIVE_INVALID: {
      id: "fault.reason.IMPORT_ARCHIVE_INVALID",
      defaultMessage:
        "Nie udało się rozpakować pliku. Archiwum może zawierać jeden plik, bez hasła, po rozpakowaniu do 2 GB.",
      description: "A broken archive",
    },
    IMPORT_TOO_COMPLEX: {
      id: "fault.reason.IMPORT_TOO_COMPLEX",
      defaultMessage:
        "Ten arkusz jest zbudowany w sposób zbyt skomplikowany, żeby go wczytać. Zapisz go jako CSV i wgraj ponownie.",
      description: "A spreadsheet of too many parts, or of too much besides its values",
    },
    IMPORT_SET_ASIDE: {
      id: "fault.reason.IMPORT_SET_ASIDE",
      defaultMessage:
        "Program dwa razy przerwał pracę w tym samym miejscu tego pliku, dlatego odłożyliśmy go na bok. Wiersze przyjęte wcześniej zostały. Podziel plik na mniejsze i wgraj ponownie: nic nie policzy się dwa razy.",
      description: "Reading the file ended the program twice",
    },
    IMPORT_NO_ROWS: {
      id: "fault.reason.IMPORT_NO_ROWS",
      defaultMessage:
        "Z\u00a0tego pliku nie da się zaimportować żadnego wiersza. Zmień znaczenie kolumn albo wgraj inny plik.",
      description: "The check refused every row, so the import is not started",
    },
    IMPORT_SUMS: {
      id: "fault.reason.IMPORT_SUMS",
      defaultMessage:
        "Ten plik ma sumy kampanii, a\u00a0nie adresy. Pobierz ze swojego narzędzia raport z\u00a0wierszem dla każdego odbiorcy.",
      description: "A report of figures of campaigns without recipients",
    },
    IMPORT_SHEET_UNKNOWN: {
      id: "fault.reason.IMPORT_SHEET_UNKNOWN",
      defaultMessage: "W\u00a0pliku nie ma arkusza z\u00a0danymi",
      description: "No sheet",
    },
    IMPORT_FILE_UNKNOWN: {
      id: "fault.reason.IMPORT_FILE_UNKNOWN",
      defaultMessage: "Nie umiemy odczytać tego pliku. Zapisz go jako CSV albo XLSX, bez hasła, i\u00a0wgraj ponownie.",
      description: "A picture, a PDF, an old .xls, .docx, .ods or .numbers",
    },
    IMPORT_MAPPING_INVALID: {
      id: "fault.reason.IMPORT_MAPPING_INVALID",
      defaultMessage: "Sprawdź, co oznaczają kolumny",
      description: "The mapping cannot be used",
    },
    ENTRY_NOT_FOUND: {
      id: "fault.reason.ENTRY_NOT_FOUND",
      defaultMessage: "Nie ma takiego wpisu",
      description: "No entry in the event log",
    },
    PERSON_NOT_FOUND: {
      id: "fault.reason.PERSON_NOT_FOUND",
      defaultMessage: "Nie mamy tego adresu",
      description: "Nobody has the address",
    },
    PROVIDER_NOT_FOUND: {
      id: "fault.reason.PROVIDER_NOT_FOUND",
      defaultMessage: "Ten dostawca nie jest ustawiony",
      description: "Provider not set up",
    },
    PROVIDER_KEY_INVALID: {
      id: "fault.reason.PROVIDER_KEY_INVALID",
      defaultMessage: "To nie jest klucz tego dostawcy. Skopiuj go jeszcze raz.",
      description: "A key that cannot be one",
    },
    PROVIDER_TOPIC_INVALID: {
      id: "fault.reason.PROVIDER_TOPIC_INVALID",
      defaultMessage: "Podaj temat SNS, na przykład arn:aws:sns:eu-central-1:123456789012:puls",
      description: "No topic",
    },
  }),
};

/** The texts of reasons about imports and their files. */
export const importReasons: Readonly<
  Record<Extract<ReasonName, `IMPORT_${"LIMIT" | "SECOND_FILE" | "NOT_FOUND" | "HEADER_INVALID"}`>, Message> &
    Record<Extract<ReasonName, `IMPORT_${"ENCODING_UNKNOWN" | "EMPTY" | "TOO_LARGE"}`>, Message>
> = defineMessages({
  IMPORT_LIMIT: {
    id: "fault.reason.IMPORT_LIMIT",
    defaultMessage: "Zbyt wiele plików czeka na import. Ten wgrasz, gdy zakończy się któryś z\u00a0wcześniejszych.",
    description: "Too many imports of the account wait",
  },
  IMPORT_SECOND_FILE: {
    id: "fault.reason.IMPORT_SECOND_FILE",
    defaultMessage: "Jednocześnie można wgrać tylko jeden plik",
    description: "A form held two files",
  },
  IMPORT_NOT_FOUND: {
    id: "fault.reason.IMPORT_NOT_FOUND",
    defaultMessage: "Nie ma takiego importu",
    description: "No import of that id",
  },
  IMPORT_HEADER_INVALID: {
    id: "fault.reason.IMPORT_HEADER_INVALID",
    defaultMessage: "Pierwszy wiersz pliku nie zawiera oczekiwanych nazw kolumn",
    description: "The file's header is wrong",
  },
  IMPORT_ENCODING_UNKNOWN: {
    id: "fault.reason.IMPORT_ENCODING_UNKNOWN",
    defaultMessage: "Nie udało się rozpoznać kodowania pliku. Zapisz go jako UTF-8.",
    description: "The file's encoding is unknown",
  },
  IMPORT_EMPTY: {
    id: "fault.reason.IMPORT_EMPTY",
    defaultMessage: "Plik jest pusty",
    description: "The file has no rows",
  },
  IMPORT_TOO_LARGE: {
    id: "fault.reason.IMPORT_TOO_LARGE",
    defaultMessage: "Plik jest większy niż 2 GB",
    description: "The file is too large",
  },
});
