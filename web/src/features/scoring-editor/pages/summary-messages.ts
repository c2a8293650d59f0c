import { defineMessages } from "../../../i18n/define-messages";

export const leadMessages = defineMessages({
  lead: {
    id: "scoringEditorLead.page.lead",
    defaultMessage: "Co liczy się na stronie WWW?",
    description: "Question under the heading",
  },
  shares: {
    id: "scoringEditorLead.events.shares",
    defaultMessage: "Udziały zdarzeń",
    description: "Heading",
  },
  sharesHint: {
    id: "scoringEditorLead.events.sharesHint",
    defaultMessage: "Im większy udział, tym mocniej zdarzenie podnosi ocenę.",
    description: "Under the heading",
  },
  even: {
    id: "scoringEditorLead.events.even",
    defaultMessage: "Przywróć podział domyślny",
    description: "Button",
  },
  rising: {
    id: "scoringEditorLead.events.rising",
    defaultMessage: "Im bliżej zakupu, tym więcej",
    description: "Button: shares that rise with each step towards a purchase",
  },
  risingText: {
    id: "scoringEditorLead.events.risingText",
    defaultMessage: "Zakup mówi o\u00a0zaangażowaniu więcej niż odsłona, więc im bliżej zakupu, tym większy udział.",
    description: "Under the buttons: why shares may rise",
  },
  untracked: {
    id: "scoringEditorLead.events.untracked",
    defaultMessage: "Nieśledzone: {events}.",
    description: "Types of events that the account does not track",
  },
  untrackedShare: {
    id: "scoringEditorLead.events.untrackedShare",
    defaultMessage: "{event}: {share}%, ale to zdarzenie nie jest już śledzone",
    description: "A share of an event type that is not tracked any more",
  },
  drop: {
    id: "scoringEditorLead.events.drop",
    defaultMessage: "Usuń udział",
    description: "Button",
  },
  toSettings: {
    id: "scoringEditorLead.events.toSettings",
    defaultMessage: "Zmień śledzone zdarzenia",
    description: "Link to the settings",
  },
  website: {
    id: "scoringEditorLead.events.website",
    defaultMessage: "{uid}: {domains}",
    description: "A database with its websites",
  },
  noWebsite: {
    id: "scoringEditorLead.events.noWebsite",
    defaultMessage: "Wybierz co najmniej jedną bazę",
    description: "Nothing is chosen",
  },
  completeFrom: {
    id: "scoringEditorLead.events.completeFrom",
    defaultMessage: "Dwa tygodnie zdarzeń zbiorą się {date}",
    description: "Day from which lead scoring works",
  },
  missingText: {
    id: "scoringEditorLead.missing.missingText",
    defaultMessage: "Scoring leadów ocenia odwiedzających ze śledzonych zdarzeń na Twoich stronach.",
    description: "Why lead scoring is not available",
  },
  settings: {
    id: "scoringEditorLead.missing.settings",
    defaultMessage: "Przejdź do ustawień",
    description: "Link",
  },
});

export const summaryMessages = defineMessages({
  lead: {
    id: "scoringEditorSummary.page.lead",
    defaultMessage: "Sprawdź i\u00a0uruchom",
    description: "Question under the heading",
  },
  start: {
    id: "scoringEditorSummary.finish.start",
    defaultMessage: "Zakończ i\u00a0uruchom scoring",
    description: "Button",
  },
  keepInactive: {
    id: "scoringEditorSummary.finish.keepInactive",
    defaultMessage: "Zapisz jako nieaktywny",
    description: "Button",
  },
  problems: {
    id: "scoringEditorSummary.finish.problems",
    defaultMessage: "Zanim uruchomisz scoring, popraw:",
    description: "Over what is missing",
  },
  rangeHint: {
    id: "scoringEditorSummary.range.rangeHint",
    defaultMessage: "Krócej: szybciej reaguje. Dłużej: stabilniej.",
    description: "Under the heading",
  },
  weeks: {
    id: "scoringEditorSummary.range.weeks",
    defaultMessage: "{count, number} tyg.",
    description: "Choice: so many weeks",
  },
  ownWeights: {
    id: "scoringEditorSummary.weights.ownWeights",
    defaultMessage: "Ustaw własne wagi",
    description: "Button",
  },
  more: {
    id: "scoringEditorSummary.weights.more",
    defaultMessage: "Ustawienia zaawansowane",
    description: "Opens the percentiles and what becomes of machines' opens",
  },
  percentile: {
    id: "scoringEditorSummary.weights.percentile",
    defaultMessage: "Percentyl odniesienia: {channel}",
    description: "Name of the choice",
  },
  percentileHint: {
    id: "scoringEditorSummary.weights.percentileHint",
    defaultMessage:
      "Percentyl 90 to najlepsze 10%: kto im dorówna, dostaje pełne punkty. Wyższy jest trudniejszy do osiągnięcia.",
    description: "Explains the percentile",
  },
  machines: {
    id: "scoringEditorSummary.weights.machines",
    defaultMessage: "Pomijaj automatyczne otwarcia i\u00a0kliknięcia e-maili",
    description: "Switch",
  },
  machinesHint: {
    id: "scoringEditorSummary.weights.machinesHint",
    defaultMessage:
      "Programy pocztowe same pobierają obrazki, a\u00a0skanery sprawdzają linki. Bez pomijania takie otwarcia liczą się jak ludzkie.",
    description: "Under the switch",
  },
  choices: {
    id: "scoringEditorSummary.choices.choices",
    defaultMessage: "Kanały i\u00a0grupy",
    description: "Heading",
  },
  groups: {
    id: "scoringEditorSummary.choices.groups",
    defaultMessage: "Oceniani",
    description: "Whom was chosen",
  },
  whole: {
    id: "scoringEditorSummary.choices.whole",
    defaultMessage: "cała baza",
    description: "A database",
  },
  without: {
    id: "scoringEditorSummary.choices.without",
    defaultMessage: "bez: {groups}",
    description: "Groups that are excluded",
  },
  andMore: {
    id: "scoringEditorSummary.choices.andMore",
    defaultMessage: " i\u00a0{count, plural, one {jeszcze #} few {jeszcze #} many {jeszcze #} other {jeszcze #}}",
    description: "After the first names",
  },
  gone: {
    id: "scoringEditorSummary.choices.gone",
    defaultMessage: "usunięta",
    description: "A group or feature that is gone",
  },
  past: {
    id: "scoringEditorSummary.past.past",
    defaultMessage: "Jak wypadłoby to w\u00a0poprzednich tygodniach",
    description: "Heading",
  },
  pastHint: {
    id: "scoringEditorSummary.past.pastHint",
    defaultMessage: "Przeliczymy dziś i\u00a0ten sam dzień 12 wcześniejszych tygodni. Niczego nie zapiszemy.",
    description: "Under the heading of a new scoring",
  },
  pastHintCompared: {
    id: "scoringEditorSummary.past.pastHintCompared",
    defaultMessage:
      "Przeliczymy dziś i\u00a0ten sam dzień 12 wcześniejszych tygodni: po zmianie i\u00a0przed nią. Niczego nie zapiszemy.",
    description: "Under the heading where settings were changed",
  },
  pastAsk: {
    id: "scoringEditorSummary.past.pastAsk",
    defaultMessage: "Przelicz 13 tygodni",
    description: "Button",
  },
  pastLoading: {
    id: "scoringEditorSummary.past.pastLoading",
    defaultMessage: "Przeliczamy 13 tygodni. Przy dużych bazach trwa to do kilku minut.",
    description: "While the figures are on their way",
  },
  pastStop: {
    id: "scoringEditorSummary.past.pastStop",
    defaultMessage: "Zatrzymaj przeliczanie",
    description: "Button, in place of the one that asked",
  },
  pastStopped: {
    id: "scoringEditorSummary.past.pastStopped",
    defaultMessage: "Zatrzymano przeliczanie.",
    description: "Nobody wanted the figures any more",
  },
  pastDone: {
    id: "scoringEditorSummary.past.pastDone",
    defaultMessage: "Przeliczono 13 tygodni.",
    description: "Read aloud when the figures are there",
  },
  historical: {
    id: "scoringEditorSummary.history.historical",
    defaultMessage: "Dolicz historię z\u00a013\u00a0tygodni",
    description: "Checkbox",
  },
  historicalHint: {
    id: "scoringEditorSummary.history.historicalHint",
    defaultMessage: "Raport od razu pokaże trend.",
    description: "Under the checkbox",
  },
  features: {
    id: "scoringEditorSummary.features.features",
    defaultMessage: "Zapisuj ocenę jako cechę kontaktu",
    description: "Heading",
  },
  featuresHint: {
    id: "scoringEditorSummary.features.featuresHint",
    defaultMessage: "Po każdym przeliczeniu wpiszemy ocenę do wybranej cechy kontaktów, które nie są zablokowane.",
    description: "Under the heading",
  },
  featuresOpen: {
    id: "scoringEditorSummary.features.featuresOpen",
    defaultMessage: "Cechy możesz zmieniać także w\u00a0aktywnym scoringu.",
    description: "After the sentence under the heading, where the rest of the page is read-only",
  },
  featureOf: {
    id: "scoringEditorSummary.features.featureOf",
    defaultMessage: "{channel}, baza {uid}",
    description: "Label of the selector",
  },
  noFeature: {
    id: "scoringEditorSummary.features.noFeature",
    defaultMessage: "Nie zapisuj",
    description: "Nothing is chosen",
  },
  noFeatures: {
    id: "scoringEditorSummary.features.noFeatures",
    defaultMessage: "Nie ma cechy liczbowej. Dodaj nową.",
    description: "Empty list",
  },
  taken: {
    id: "scoringEditorSummary.features.taken",
    defaultMessage: "Nie możesz użyć tej cechy: używa jej „{user}”",
    description: "A feature that another scoring or channel fills",
  },
  featureGone: {
    id: "scoringEditorSummary.features.featureGone",
    defaultMessage: "Wybrana cecha już nie istnieje",
    description: "At the selector",
  },
  newFeature: {
    id: "scoringEditorSummary.features.newFeature",
    defaultMessage: "Nowa cecha",
    description: "Button",
  },
  newFeatureOf: {
    id: "scoringEditorSummary.features.newFeatureOf",
    defaultMessage: "Nowa cecha w\u00a0bazie {uid}",
    description: "Button, read aloud",
  },
  featureName: {
    id: "scoringEditorSummary.features.featureName",
    defaultMessage: "Nazwa nowej cechy w\u00a0bazie {uid}",
    description: "Label",
  },
  featureNameRule: {
    id: "scoringEditorSummary.features.featureNameRule",
    defaultMessage: "Nazwa cechy może zawierać tylko litery, cyfry, spacje oraz znaki _ i\u00a0-",
    description: "At the field",
  },
  featureNameHint: {
    id: "scoringEditorSummary.features.featureNameHint",
    defaultMessage: "Litery, cyfry, spacje oraz znaki _ i\u00a0-. Nazwa nie może się powtarzać w\u00a0bazie.",
    description: "Under the field: the rules of a name",
  },
  nameExists: {
    id: "scoringEditorSummary.features.nameExists",
    defaultMessage: "Taka nazwa już istnieje",
    description: "At the field",
  },
});
