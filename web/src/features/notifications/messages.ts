import { defineMessages } from "../../i18n/define-messages";

export const openMessages = defineMessages({
  title: {
    id: "notifications.panel.title",
    defaultMessage: "Powiadomienia",
    description: "Heading of the list, entry of the user menu",
  },
  open: {
    id: "notifications.panel.open",
    defaultMessage:
      "{count, plural, =0 {Powiadomienia} one {Powiadomienia: # nieprzeczytane} few {Powiadomienia: # nieprzeczytane} many {Powiadomienia: # nieprzeczytanych} other {Powiadomienia: # nieprzeczytanego}}",
    description: "Name of the button with the number of unread ones",
  },
  count: {
    id: "notifications.panel.count",
    defaultMessage: "{count, number}",
    description: "On the bell: how many are unread, at most 99",
  },
});

export const notificationMessages = defineMessages({
  today: { id: "notifications.panel.today", defaultMessage: "Dziś", description: "Above the entries of a day" },
  yesterday: {
    id: "notifications.panel.yesterday",
    defaultMessage: "Wczoraj",
    description: "Above the entries of a day",
  },
  unread: {
    id: "notifications.panel.unread",
    defaultMessage: "Nowe",
    description: "Mark of an unread entry",
  },
  settings: {
    id: "notifications.panel.settings",
    defaultMessage: "O\u00a0czym i\u00a0gdzie powiadamiamy",
    description: "Link to the settings, below the list",
  },
  none: {
    id: "notifications.panel.none",
    defaultMessage: "Nie ma powiadomień",
    description: "Empty list",
  },
  noneText: {
    id: "notifications.panel.noneText",
    defaultMessage: "Tu pojawi się informacja, gdy zakończy się przeliczanie scoringu albo import.",
    description: "Empty list",
  },
  calculationDone: {
    id: "notifications.kind.calculationDone",
    defaultMessage: "Scoring został przeliczony",
    description: "Notification",
  },
  calculationFailed: {
    id: "notifications.kind.calculationFailed",
    defaultMessage: "Nie udało się przeliczyć scoringu",
    description: "Notification",
  },
  calculationDoneOf: {
    id: "notifications.kind.calculationDoneOf",
    defaultMessage: "Przeliczono scoring „{name}”",
    description: "A calculation, with the scoring's name",
  },
  calculationFailedOf: {
    id: "notifications.kind.calculationFailedOf",
    defaultMessage: "Nie udało się przeliczyć scoringu „{name}”",
    description: "A failed calculation, with the scoring's name",
  },
  importCancelled: {
    id: "notifications.kind.importCancelled",
    defaultMessage:
      "Import{kind, select, contacts { kontaktów} engagement { wysyłek i\u00a0reakcji} unsubscribes { wypisań} other {}}{named, select, yes { „{file}”} other {}} przerwano",
    description: "Notification that somebody stopped the import of a file; rows kept so far stay",
  },
  importRefused: {
    id: "notifications.kind.importRefused",
    defaultMessage:
      "Import{kind, select, contacts { kontaktów} engagement { wysyłek i\u00a0reakcji} unsubscribes { wypisań} other {}}{named, select, yes { „{file}”} other {}}: żaden wiersz nie nadawał się do użycia",
    description: "An import in which every row was refused",
  },
  importRowsRefused: {
    id: "notifications.detail.importRowsRefused",
    defaultMessage:
      "{refused, plural, one {Odrzucono # wiersz} few {Odrzucono # wiersze} many {Odrzucono # wierszy} other {Odrzucono # wiersza}}. Sprawdź kolumny i\u00a0wartości w\u00a0pliku.",
    description: "Under an import in which some or all rows were refused",
  },
  importDone: {
    id: "notifications.kind.importDone",
    defaultMessage:
      "Import{kind, select, contacts { kontaktów} engagement { wysyłek i\u00a0reakcji} unsubscribes { wypisań} other {}}{named, select, yes { „{file}”} other {}}: przyjęto {kept, number} z\u00a0{read, number}",
    description: "Notification: rows kept, of all rows of the file",
  },
  importFailed: {
    id: "notifications.kind.importFailed",
    defaultMessage:
      "Import{kind, select, contacts { kontaktów} engagement { wysyłek i\u00a0reakcji} unsubscribes { wypisań} other {}}{named, select, yes { „{file}”} other {}} {kept, select, 0 {nie powiódł się} other {nie został dokończony}}",
    description: "Notification of an import that was given up; kept is the number of rows that stay",
  },
  signInsBlocked: {
    id: "notifications.kind.signInsBlocked",
    defaultMessage: "Zablokowaliśmy logowanie z\u00a0nieznanych urządzeń",
    description: "Notification that sign-ins were refused after too many wrong passwords",
  },
  signInsBlockedText: {
    id: "notifications.detail.signInsBlocked",
    defaultMessage:
      "Ktoś wiele razy podał błędne hasło do konta {email}. Blokada trwa kwadrans, a\u00a0na znanych urządzeniach logujesz się jak zwykle.",
    description: "Under the notification of blocked sign-ins",
  },
  passwordReset: {
    id: "notifications.kind.passwordReset",
    defaultMessage: "Nowe hasło użytkownika {email}",
    description: "Somebody set a new password by a link from an e-mail",
  },
  passwordResetText: {
    id: "notifications.detail.passwordReset",
    defaultMessage: "Jeśli poprzednie hasło mógł znać ktoś inny, sprawdź, jaki stały dostęp do konta ustawiono.",
    description: "Under a new password",
  },
  webhookFailed: {
    id: "notifications.kind.webhookFailed",
    defaultMessage:
      "{why, select, FAILED {Webhook {host} nie przyjął jednego zdarzenia} GONE {Webhook {host} zakończył odbiór} other {Zatrzymaliśmy webhook {host}}}",
    description: "Notification: events could not be sent to the host",
  },
  webhookFailedText: {
    id: "notifications.detail.webhookFailed",
    defaultMessage:
      "{why, select, FAILED {Próbowaliśmy przez 3 dni. Inne zdarzenia dochodzą, a\u00a0to możesz wysłać ponownie.} GONE {Odpowiedział, że pod tym adresem już nic nie odbiera.} other {Przez 3 dni nie przyjął żadnego zdarzenia. Czekają, aż wznowisz wysyłanie.}}",
    description: "Under the notification of a webhook",
  },
  destinationFailed: {
    id: "notifications.kind.destinationFailed",
    defaultMessage:
      "{why, select, KEY {Dostawca odrzuca klucz listy „{name}”} LIST {Dostawca nie ma już listy „{name}”} SECRET {Nie da się odczytać klucza listy „{name}”} other {Od 3 dni nie udaje się zsynchronizować listy „{name}”}}",
    description: "Notification: a list at a mail provider could not be kept in step",
  },
  destinationFailedText: {
    id: "notifications.detail.destinationFailed",
    defaultMessage:
      "{why, select, KEY {Utwórz u\u00a0dostawcy nowy klucz i\u00a0wpisz go w\u00a0ustawieniach listy. Do tego czasu zostają na niej osoby, które się wypisały.} LIST {Usuń ją w\u00a0Pulsie i\u00a0dodaj inną.} SECRET {Wpisz go jeszcze raz w\u00a0ustawieniach listy. Do tego czasu zostają na niej osoby, które się wypisały.} LIMIT {Dostawca przyjmuje za mało zapytań. Próbujemy dalej, ale na liście mogą być osoby, które się wypisały.} other {Dostawca nie odpowiada albo zgłasza błąd. Próbujemy dalej, ale na liście mogą być osoby, które się wypisały.}}",
    description: "Under the notification of a list: the remedy",
  },
  destinationRecovered: {
    id: "notifications.kind.destinationRecovered",
    defaultMessage: "Lista „{name}” jest znów zsynchronizowana",
    description: "Notification: a list at a mail provider is in step again",
  },
  destinationRecoveredText: {
    id: "notifications.detail.destinationRecovered",
    defaultMessage: "Wysłaliśmy wszystkie zmiany, które czekały.",
    description: "Under the notification of a list that is in step again",
  },
  destinationForgotten: {
    id: "notifications.kind.destinationForgotten",
    defaultMessage:
      "{count, plural, one {# osoba z\u00a0usuniętymi danymi mogła zostać na liście „{name}”} few {# osoby z\u00a0usuniętymi danymi mogły zostać na liście „{name}”} many {# osób z\u00a0usuniętymi danymi mogło zostać na liście „{name}”} other {# osoby z\u00a0usuniętymi danymi mogło zostać na liście „{name}”}}",
    description: "Notification: erased people may still be on a list at a mail provider",
  },
  destinationForgottenText: {
    id: "notifications.detail.destinationForgotten",
    defaultMessage:
      "Dostawca nie wykreślił takich adresów przez 3 dni, a\u00a0my już ich nie przechowujemy. Usuń je u\u00a0dostawcy ręcznie.",
    description: "Under it: the remedy",
  },
  other: {
    id: "notifications.kind.other",
    defaultMessage: "Powiadomienie",
    description: "A kind that this page does not know",
  },
  importRows: {
    id: "notifications.detail.importRows",
    defaultMessage: "Przyjęte wiersze: {kept, number}, odrzucone: {refused, number}",
    description: "Result of an import",
  },
});
