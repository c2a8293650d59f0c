import { defineMessages } from "../../i18n/define-messages";

export const guideMessages = defineMessages({
  name: {
    id: "guide.panel.name",
    defaultMessage: "Przewodnik po systemie",
    description: "Name of the guide",
  },
  count: {
    id: "guide.panel.count",
    defaultMessage: "Przewodnik: {step} z\u00a0{total}",
    description: "Which step of how many",
  },
  previous: {
    id: "guide.panel.previous",
    defaultMessage: "Wstecz",
    description: "Button",
  },
  off: {
    id: "guide.panel.off",
    defaultMessage: "Wyłącz przewodnik",
    description: "Button with a cross",
  },
  menuTitle: {
    id: "guide.menu.title",
    defaultMessage: "Menu główne",
    description: "Step",
  },
  menuText: {
    id: "guide.menu.text",
    defaultMessage:
      "Stąd przechodzisz do listy scoringów i\u00a0raportów. Przyciskiem na dole zwiniesz menu do samych ikon.",
    description: "Step",
  },
  userTitle: {
    id: "guide.user.title",
    defaultMessage: "Menu użytkownika",
    description: "Step",
  },
  userText: {
    id: "guide.user.text",
    defaultMessage: "Ustawienia konta, powiadomienia, język, wygląd i\u00a0wylogowanie.",
    description: "Step",
  },
  offTitle: {
    id: "guide.off.title",
    defaultMessage: "Kiedy znasz już system",
    description: "Step",
  },
  offText: {
    id: "guide.off.text",
    defaultMessage: "Tym przyciskiem wyłączysz przewodnik i\u00a0włączysz go ponownie.",
    description: "Step",
  },
  listText: {
    id: "guide.list.text",
    defaultMessage:
      "Każdy wiersz to jeden scoring: jego status, ostatnie przeliczenie i\u00a0średnia ocena w\u00a0każdym kanale. Wyniki pojawiają się następnego dnia.",
    description: "Step",
  },
  reportsText: {
    id: "guide.reports.text",
    defaultMessage:
      "Scoringi, które mają już wyniki, osobno dla wiadomości i\u00a0dla stron WWW. Wybierz nazwę, aby zobaczyć raport.",
    description: "Step",
  },
  editorTitle: { id: "guide.editor.title", defaultMessage: "Konfigurator", description: "Step" },
  editorText: {
    id: "guide.editor.text",
    defaultMessage:
      "Odpowiadasz na kilka pytań, a\u00a0obok widzisz, kto dostanie ocenę i\u00a0jak rozłożą się oceny. Szkic zapisuje się sam.",
    description: "Step",
  },
  sendingsTitle: { id: "guide.sendings.title", defaultMessage: "Wysyłki", description: "Step" },
  sendingsText: {
    id: "guide.sendings.text",
    defaultMessage:
      "Co wysłano dzień po dniu i\u00a0ile z\u00a0tego doręczono, otwarto i\u00a0kliknięto. Data prowadzi do wiadomości tego dnia.",
    description: "Step",
  },
  importsTitle: { id: "guide.imports.title", defaultMessage: "Import", description: "Step" },
  importsText: {
    id: "guide.imports.text",
    defaultMessage:
      "Wgraj plik taki, jaki masz. Kolumny i\u00a0słowa dopasujesz w\u00a0następnym kroku, a\u00a0przed importem zobaczysz, które wiersze przyjmiemy.",
    description: "Step",
  },
  connectionsTitle: { id: "guide.connections.title", defaultMessage: "Połączenia", description: "Step" },
  connectionsText: {
    id: "guide.connections.text",
    defaultMessage: "Po połączeniu zdarzenia przychodzą same: od dostawcy poczty, ze stron WWW albo przez API.",
    description: "Step",
  },
  webhooksTitle: { id: "guide.webhooks.title", defaultMessage: "Webhooki", description: "Step" },
  webhooksText: {
    id: "guide.webhooks.text",
    defaultMessage:
      "Puls wysyła tu wiadomość, gdy coś się wydarzy. Przy każdym adresie zobaczysz, co dotarło, a\u00a0czego odbiorca nie przyjął i\u00a0dlaczego.",
    description: "Step",
  },
  destinationsTitle: { id: "guide.destinations.title", defaultMessage: "Listy u\u00a0dostawców", description: "Step" },
  destinationsText: {
    id: "guide.destinations.text",
    defaultMessage:
      "Kontakty z\u00a0wybranych przedziałów same trafiają na listę u\u00a0dostawcy poczty i\u00a0same z\u00a0niej znikają. Przy każdej liście zobaczysz, ile kontaktów przybyło, a\u00a0ile ubyło.",
    description: "Step",
  },
  contactsText: {
    id: "guide.contacts.text",
    defaultMessage:
      "Ocena i\u00a0jej zmiana u\u00a0każdego kontaktu, według wybranego scoringu. Zaznaczone kontakty dodasz do grupy albo pobierzesz jako plik.",
    description: "Step",
  },
  bandsTitle: {
    id: "guide.bands.title",
    defaultMessage: "Rozkład ocen",
    description: "Step",
  },
  bandsText: {
    id: "guide.bands.text",
    defaultMessage:
      "Ile kontaktów jest w\u00a0każdym z\u00a0pięciu przedziałów od 0 do 100. Im wyższa ocena, tym większe zaangażowanie.",
    description: "Step",
  },
  exclusionsText: {
    id: "guide.exclusions.text",
    defaultMessage: "Kogo scoring nie ocenił i\u00a0dlaczego. Kontakt liczy się raz, przy pierwszym powodzie.",
    description: "Step",
  },
  csvTitle: {
    id: "guide.csv.title",
    defaultMessage: "Pobieranie",
    description: "Step",
  },
  csvText: {
    id: "guide.csv.text",
    defaultMessage: "Przycisk „Pobierz CSV” zapisuje oceny wszystkich kontaktów w\u00a0pliku.",
    description: "Step",
  },
  settingsTitle: {
    id: "guide.settings.title",
    defaultMessage: "Moje dane",
    description: "Step",
  },
  settingsText: {
    id: "guide.settings.text",
    defaultMessage: "Strefa czasowa wyznacza dni zdarzeń. Zmiana dotyczy tylko późniejszych zdarzeń.",
    description: "Step",
  },
});
