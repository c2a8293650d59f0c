import { defineMessages, type Message } from "../../i18n/define-messages";
import { webEventMessages } from "../../i18n/web-event-messages";

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
