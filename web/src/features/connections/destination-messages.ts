import { defineMessages, type Message } from "../../i18n/define-messages";

export const destinationMessages = defineMessages({
  lead: {
    id: "connectionsList.page.lead",
    defaultMessage:
      "Puls sam dopisuje kontakty do listy i\u00a0usuwa je z\u00a0niej, gdy zmieni się ich ocena. Wysyłamy tylko adresy ze zgodą na e-maile.",
    description: "Under the title: lists at mail providers that are kept in step with a scoring",
  },
  none: { id: "connectionsList.page.none", defaultMessage: "Nie ma jeszcze list", description: "Empty list" },
  noneText: {
    id: "connectionsList.page.noneText",
    defaultMessage: "Dodaj taką, która jest już u\u00a0Twojego dostawcy, i\u00a0wybierz, kto ma na niej być.",
    description: "Under it",
  },
  list: { id: "connectionsList.page.list", defaultMessage: "Twoje listy", description: "Name of the list" },
  members: {
    id: "connectionsList.list.members",
    defaultMessage:
      "{count, plural, one {# adres na liście} few {# adresy na liście} many {# adresów na liście} other {# adresu na liście}}",
    description: "How many addresses Puls put on a list",
  },
  add: { id: "connectionsList.form.add", defaultMessage: "Nowa lista", description: "Title of the form" },
  edit: { id: "connectionsList.form.edit", defaultMessage: "Zmień listę", description: "Title of the form" },
  provider: { id: "connectionsList.form.provider", defaultMessage: "Dostawca", description: "Label" },
  region: { id: "connectionsList.form.region", defaultMessage: "Region konta u\u00a0dostawcy", description: "Label" },
  regionUsual: {
    id: "connectionsList.form.regionUsual",
    defaultMessage: "Globalny (USA)",
    description: "Region of an account at a mail provider: the usual one",
  },
  regionEurope: {
    id: "connectionsList.form.regionEurope",
    defaultMessage: "Unia Europejska",
    description: "Region of an account at a mail provider",
  },
  key: { id: "connectionsList.form.key", defaultMessage: "Klucz API dostawcy", description: "Label" },
  keyKept: {
    id: "connectionsList.form.keyKept",
    defaultMessage: "Puste pole zostawia obecny klucz.",
    description: "Under the field",
  },
  tag: { id: "connectionsList.form.tag", defaultMessage: "Tag", description: "Label: Mailchimp’s tag" },
  tagText: {
    id: "connectionsList.form.tagText",
    defaultMessage: "Dostają go kontakty, które mają być na liście, i\u00a0tracą inne. Jeśli go nie ma, utworzymy go.",
    description: "Under the field",
  },
  field: {
    id: "connectionsList.form.field",
    defaultMessage: "Pole na przedział (nieobowiązkowe)",
    description: "Label: a custom field at the provider",
  },
  fieldText: {
    id: "connectionsList.form.fieldText",
    defaultMessage:
      "Wpiszemy do niego na przykład 81-100. Do 10 wielkich liter, cyfr i\u00a0podkreśleń. Jeśli go nie ma, utworzymy je.",
    description: "Under the field",
  },
  fieldWrong: {
    id: "connectionsList.form.fieldWrong",
    defaultMessage: "Użyj do 10 wielkich liter, cyfr i\u00a0podkreśleń. Zacznij od litery.",
    description: "The name of a field cannot be used",
  },
  bands: { id: "connectionsList.form.bands", defaultMessage: "Kto ma być na liście", description: "Label" },
  bandsMissing: {
    id: "connectionsList.form.bandsMissing",
    defaultMessage: "Zaznacz przynajmniej jedną pozycję",
    description: "Nobody is chosen",
  },
  band: {
    id: "connectionsList.form.band",
    defaultMessage: "Ocena {min}–{max}",
    description: "Choice: contacts in a band",
  },
  reason: {
    id: "connectionsList.form.reason",
    defaultMessage: "Bez oceny: {reason}",
    description: "Choice: contacts that were left out",
  },
  noScorings: {
    id: "connectionsList.page.noScorings",
    defaultMessage: "Najpierw oblicz scoring: to oceny decydują, kto ma być na liście.",
    description: "Under the title of an empty list, in an account without a scoring",
  },
  run: {
    id: "connectionsList.action.run",
    defaultMessage: "Synchronizuj teraz",
    description: "Button: bring in step now",
  },
  running: {
    id: "connectionsList.action.running",
    defaultMessage: "Synchronizujemy listę. Wynik zobaczysz niżej.",
    description: "Said afterwards",
  },
  paused: {
    id: "connectionsList.action.paused",
    defaultMessage: "Wstrzymano. Nikogo nie dopisujemy.",
    description: "Said afterwards",
  },
  remove: { id: "connectionsList.remove.title", defaultMessage: "Usunąć listę {name}?", description: "Question" },
  removeText: {
    id: "connectionsList.remove.text",
    defaultMessage:
      "Puls przestanie ją zmieniać i\u00a0zapomni, kogo na nią dopisał. U\u00a0dostawcy lista {name} zostanie taka, jaka jest, także z\u00a0osobami, które później się wypiszą.",
    description: "Under the question",
  },
  removed: {
    id: "connectionsList.remove.done",
    defaultMessage: "Usunięto listę {name}",
    description: "Said afterwards",
  },
  from: {
    id: "connectionsList.page.from",
    defaultMessage: "Scoring {scoring}",
    description: "Whose scores: its name, a comma and the channel",
  },
  fromGone: {
    id: "connectionsList.page.fromGone",
    defaultMessage: "Scoringu już nie ma. Wybierz inny.",
    description: "In place of the name of a scoring that was removed",
  },
  onList: { id: "connectionsList.page.onList", defaultMessage: "Adresy na liście", description: "Label" },
  next: { id: "connectionsList.page.next", defaultMessage: "Następna synchronizacja", description: "Label" },
  author: { id: "connectionsList.page.author", defaultMessage: "Kto ustawił", description: "Label" },
  runs: { id: "connectionsList.log.title", defaultMessage: "Ostatnie synchronizacje", description: "Section" },
  runsText: {
    id: "connectionsList.log.text",
    defaultMessage: "50 najnowszych. Nowe jest po każdym przeliczeniu i\u00a0wkrótce po każdym wypisaniu się.",
    description: "Under the section's title",
  },
  runsNone: {
    id: "connectionsList.log.none",
    defaultMessage: "Jeszcze nic nie wysłano.",
    description: "Empty list",
  },
  day: { id: "connectionsList.log.day", defaultMessage: "Wynik z\u00a0dnia", description: "Column: day of the result" },
  added: { id: "connectionsList.log.added", defaultMessage: "Dopisano", description: "Column" },
  changed: {
    id: "connectionsList.log.changed",
    defaultMessage: "Zmieniono",
    description: "Column: another band or reason",
  },
  taken: { id: "connectionsList.log.removed", defaultMessage: "Usunięto", description: "Column" },
  result: { id: "connectionsList.log.result", defaultMessage: "Uwagi", description: "Column" },
  leftOut: {
    id: "connectionsList.log.leftOut",
    defaultMessage:
      "{count, plural, one {# pominięty: bez zgody, bez adresu albo zablokowany} few {# pominięte: bez zgody, bez adresu albo zablokowane} many {# pominiętych: bez zgody, bez adresu albo zablokowanych} other {# pominiętego: bez zgody, bez adresu albo zablokowanego}}",
    description: "Contacts that were not sent",
  },
  forgotten: {
    id: "connectionsList.log.forgotten",
    defaultMessage:
      "{count, plural, one {# osoba z\u00a0usuniętymi danymi mogła zostać na liście. Usuń ją u\u00a0dostawcy.} few {# osoby z\u00a0usuniętymi danymi mogły zostać na liście. Usuń je u\u00a0dostawcy.} many {# osób z\u00a0usuniętymi danymi mogło zostać na liście. Usuń je u\u00a0dostawcy.} other {# osoby z\u00a0usuniętymi danymi mogło zostać na liście. Usuń je u\u00a0dostawcy.}}",
    description: "Erased people that the provider did not remove, and the remedy",
  },
  unchanged: {
    id: "connectionsList.log.unchanged",
    defaultMessage: "Lista była już zsynchronizowana",
    description: "Nothing had to be sent",
  },
});

/** The label of a provider's list id, and where to find the id and the key. */
export const destinationListMessages: Readonly<Record<string, { readonly label: Message; readonly text: Message }>> = {
  sendgrid: defineMessages({
    label: { id: "connectionsList.sendgrid.list", defaultMessage: "Identyfikator listy", description: "Label" },
    text: {
      id: "connectionsList.sendgrid.text",
      defaultMessage:
        "Otwórz listę w\u00a0Marketing → Contacts: identyfikator jest na końcu adresu strony. Klucz utworzysz w\u00a0Settings → API Keys z\u00a0dostępem do Marketing.",
      description: "Under the field",
    },
  }),
  mailgun: defineMessages({
    label: { id: "connectionsList.mailgun.list", defaultMessage: "Adres listy", description: "Label" },
    text: {
      id: "connectionsList.mailgun.text",
      defaultMessage:
        "Znajdziesz go w\u00a0Sending → Mailing lists, na przykład nowosci@twojadomena.pl. Klucz jest w\u00a0Settings → API keys.",
      description: "Under the field",
    },
  }),
  mailchimp: defineMessages({
    label: { id: "connectionsList.mailchimp.list", defaultMessage: "Audience ID", description: "Label" },
    text: {
      id: "connectionsList.mailchimp.text",
      defaultMessage:
        "Znajdziesz go w\u00a0Audience → Settings → Audience name and defaults. Klucz utworzysz w\u00a0Account → Extras → API keys.",
      description: "Under the field",
    },
  }),
  brevo: defineMessages({
    label: { id: "connectionsList.brevo.list", defaultMessage: "Numer listy", description: "Label" },
    text: {
      id: "connectionsList.brevo.text",
      defaultMessage:
        "Znajdziesz go w\u00a0Contacts → Lists, obok nazwy listy po znaku #. Klucz utworzysz w\u00a0SMTP & API → API keys.",
      description: "Under the field",
    },
  }),
};

/** The state of a destination. */
export const destinationStateMessages: Readonly<Record<string, Message>> = defineMessages({
  WAITING: { id: "connectionsList.state.waiting", defaultMessage: "Czeka na start", description: "State: no run yet" },
  ACTIVE: { id: "connectionsList.state.active", defaultMessage: "Zsynchronizowana", description: "State: in step" },
  RUNNING: { id: "connectionsList.state.running", defaultMessage: "Synchronizujemy", description: "State" },
  FAILING: { id: "connectionsList.state.failing", defaultMessage: "Nie udało się", description: "State" },
  PAUSED: { id: "connectionsList.state.paused", defaultMessage: "Wstrzymana", description: "State: by a user" },
});

/** The cause of a failed run, and the remedy. */
export const destinationFailureMessages: Readonly<Record<string, Message>> = defineMessages({
  KEY: {
    id: "connectionsList.failure.key",
    defaultMessage: "Dostawca odrzuca klucz. Utwórz u\u00a0niego nowy i\u00a0wpisz go w\u00a0ustawieniach tej listy.",
    description: "Why, and the remedy",
  },
  LIST: {
    id: "connectionsList.failure.list",
    defaultMessage: "Dostawca nie ma już tej listy. Usuń ją tutaj i\u00a0dodaj inną.",
    description: "Why, and the remedy",
  },
  LIMIT: {
    id: "connectionsList.failure.limit",
    defaultMessage: "Dostawca przyjmuje tylko tyle zapytań. Dokończymy sami, gdy na to pozwoli.",
    description: "Why, and the remedy",
  },
  PROVIDER: {
    id: "connectionsList.failure.provider",
    defaultMessage: "Dostawca nie odpowiada albo zgłasza błąd. Próbujemy dalej sami.",
    description: "Why, and the remedy",
  },
  NO_RESULT: {
    id: "connectionsList.failure.noResult",
    defaultMessage: "Scoring nie ma jeszcze wyniku. Wyślemy go po pierwszym przeliczeniu.",
    description: "Why, and the remedy",
  },
  SECRET: {
    id: "connectionsList.failure.secret",
    defaultMessage: "Nie da się odczytać klucza. Wpisz go jeszcze raz w\u00a0ustawieniach tej listy.",
    description: "Why, and the remedy",
  },
});

/** The reasons for refused addresses, with the remedies. */
export const refusalMessages: Readonly<Record<string, Message>> = defineMessages({
  INVALID: {
    id: "connectionsList.refused.invalid",
    defaultMessage:
      "{count, plural, one {# odrzucony: nieprawidłowy adres. Popraw go w\u00a0kontakcie.} few {# odrzucone: nieprawidłowe adresy. Popraw je w\u00a0kontaktach.} many {# odrzuconych: nieprawidłowe adresy. Popraw je w\u00a0kontaktach.} other {# odrzuconego: nieprawidłowy adres. Popraw go w\u00a0kontakcie.}}",
    description: "Addresses that the provider refused, and the remedy",
  },
  UNSUBSCRIBED: {
    id: "connectionsList.refused.unsubscribed",
    defaultMessage:
      "{count, plural, one {# odrzucony: wypisany u\u00a0dostawcy. Wycofaj jego zgodę także tutaj.} few {# odrzucone: wypisane u\u00a0dostawcy. Wycofaj ich zgodę także tutaj.} many {# odrzuconych: wypisanych u\u00a0dostawcy. Wycofaj ich zgodę także tutaj.} other {# odrzuconego: wypisanego u\u00a0dostawcy. Wycofaj jego zgodę także tutaj.}}",
    description: "Addresses that the provider refused, and the remedy",
  },
  OTHER: {
    id: "connectionsList.refused.other",
    defaultMessage:
      "{count, plural, one {# odrzucony z\u00a0innego powodu. Sprawdź go u\u00a0dostawcy.} few {# odrzucone z\u00a0innego powodu. Sprawdź je u\u00a0dostawcy.} many {# odrzuconych z\u00a0innego powodu. Sprawdź je u\u00a0dostawcy.} other {# odrzuconego z\u00a0innego powodu. Sprawdź go u\u00a0dostawcy.}}",
    description: "Addresses that the provider refused, and the remedy",
  },
});

/** Notices on the page of a destination. */
export const destinationAdviceMessages = defineMessages({
  paused: {
    id: "connectionsList.advice.paused",
    defaultMessage:
      "Nikogo nie dopisujemy. Osoby, które się wypiszą lub poproszą o\u00a0usunięcie danych, nadal znikają z\u00a0listy.",
    description: "Above the page",
  },
  forgotten: {
    id: "connectionsList.advice.forgotten",
    defaultMessage:
      "{count, plural, one {# osoba z\u00a0usuniętymi danymi mogła zostać na tej liście} few {# osoby z\u00a0usuniętymi danymi mogły zostać na tej liście} many {# osób z\u00a0usuniętymi danymi mogło zostać na tej liście} other {# osoby z\u00a0usuniętymi danymi mogło zostać na tej liście}}",
    description: "Above the page",
  },
  forgottenText: {
    id: "connectionsList.advice.forgottenText",
    defaultMessage:
      "Dostawca nie wykreślił takich adresów przez 3 dni od usunięcia danych, a\u00a0my już ich nie przechowujemy. Usuń je u\u00a0dostawcy ręcznie, na przykład według wniosków o\u00a0usunięcie danych.",
    description: "Under it: the remedy",
  },
});
