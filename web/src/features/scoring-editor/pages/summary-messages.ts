import { defineMessages } from "../../../i18n/define-messages";

export const leadMessages = defineMessages({
  lead: {
    id: "lead.page.lead",
    defaultMessage: "Co liczy się na stronie WWW?",
    description: "Question under the heading",
  },
  shares: {
    id: "lead.events.shares",
    defaultMessage: "Udziały zdarzeń",
    description: "Heading",
  },
  sharesHint: {
    id: "lead.events.sharesHint",
    defaultMessage: "Im większy udział, tym mocniej zdarzenie podnosi ocenę.",
    description: "Under the heading",
  },
  even: {
    id: "lead.events.even",
    defaultMessage: "Przywróć podział domyślny",
    description: "Button",
  },
  untracked: {
    id: "lead.events.untracked",
    defaultMessage: "Nieśledzone: {events}.",
    description: "Types of events that the account does not track",
  },
  untrackedShare: {
    id: "lead.events.untrackedShare",
    defaultMessage: "{event}: {share}%, ale to zdarzenie nie jest już śledzone",
    description: "A share of an event type that is not tracked any more",
  },
  drop: {
    id: "lead.events.drop",
    defaultMessage: "Usuń udział",
    description: "Button",
  },
  toSettings: {
    id: "lead.events.toSettings",
    defaultMessage: "Zmień śledzone zdarzenia",
    description: "Link to the settings",
  },
  websites: {
    id: "lead.events.websites",
    defaultMessage: "Strony WWW",
    description: "Heading: whose visitors are scored",
  },
  website: {
    id: "lead.events.website",
    defaultMessage: "{uid}: {domains}",
    description: "A database with its websites",
  },
  noWebsite: {
    id: "lead.events.noWebsite",
    defaultMessage: "Wybierz co najmniej jedną bazę",
    description: "Nothing is chosen",
  },
  completeFrom: {
    id: "lead.events.completeFrom",
    defaultMessage: "Dwa tygodnie zdarzeń zbiorą się {date}",
    description: "Day from which lead scoring works",
  },
  missingText: {
    id: "lead.missing.missingText",
    defaultMessage: "Scoring leadów ocenia odwiedzających ze śledzonych zdarzeń na Twoich stronach.",
    description: "Why lead scoring is not available",
  },
  settings: {
    id: "lead.missing.settings",
    defaultMessage: "Przejdź do ustawień",
    description: "Link",
  },
});

export const summaryMessages = defineMessages({
  lead: {
    id: "summary.page.lead",
    defaultMessage: "Czy tak ma być?",
    description: "Question under the heading",
  },
  start: {
    id: "summary.finish.start",
    defaultMessage: "Zakończ i\u00a0uruchom scoring",
    description: "Button",
  },
  keepInactive: {
    id: "summary.finish.keepInactive",
    defaultMessage: "Zapisz jako nieaktywny",
    description: "Button",
  },
  problems: {
    id: "summary.finish.problems",
    defaultMessage: "Zanim uruchomisz scoring, popraw:",
    description: "Over what is missing",
  },
  range: {
    id: "summary.range.range",
    defaultMessage: "Okres analizy",
    description: "Heading",
  },
  rangeHint: {
    id: "summary.range.rangeHint",
    defaultMessage: "Krócej: szybciej reaguje. Dłużej: stabilniej.",
    description: "Under the heading",
  },
  weeks: {
    id: "summary.range.weeks",
    defaultMessage: "{count, number} tyg.",
    description: "Choice: so many weeks",
  },
  weights: {
    id: "summary.weights.weights",
    defaultMessage: "Wagi",
    description: "Heading",
  },
  ownWeights: {
    id: "summary.weights.ownWeights",
    defaultMessage: "Ustaw własne wagi",
    description: "Button",
  },
  more: {
    id: "summary.weights.more",
    defaultMessage: "Więcej",
    description: "Opens the percentiles and what becomes of machines' opens",
  },
  percentile: {
    id: "summary.weights.percentile",
    defaultMessage: "Percentyl odniesienia: {channel}",
    description: "Name of the choice",
  },
  percentileHint: {
    id: "summary.weights.percentileHint",
    defaultMessage: "Kto dorówna temu percentylowi, dostaje pełne punkty. Wyższy jest trudniejszy do osiągnięcia.",
    description: "Explains the percentile",
  },
  machines: {
    id: "summary.weights.machines",
    defaultMessage: "Pomijaj automatyczne otwarcia i\u00a0kliknięcia e-maili",
    description: "Switch",
  },
  machinesHint: {
    id: "summary.weights.machinesHint",
    defaultMessage:
      "Programy pocztowe same pobierają obrazki, a\u00a0skanery sprawdzają linki. Bez pomijania takie otwarcia liczą się jak ludzkie.",
    description: "Under the switch",
  },
  choices: {
    id: "summary.choices.choices",
    defaultMessage: "Kanały i\u00a0grupy",
    description: "Heading",
  },
  channels: {
    id: "summary.choices.channels",
    defaultMessage: "Kanały",
    description: "What was chosen",
  },
  groups: {
    id: "summary.choices.groups",
    defaultMessage: "Oceniani",
    description: "Whom was chosen",
  },
  change: {
    id: "summary.choices.change",
    defaultMessage: "Zmień",
    description: "Link to the step",
  },
  whole: {
    id: "summary.choices.whole",
    defaultMessage: "cała baza",
    description: "A database",
  },
  without: {
    id: "summary.choices.without",
    defaultMessage: "bez: {groups}",
    description: "Groups that are excluded",
  },
  andMore: {
    id: "summary.choices.andMore",
    defaultMessage: " i\u00a0{count, plural, one {jeszcze #} few {jeszcze #} many {jeszcze #} other {jeszcze #}}",
    description: "After the first names",
  },
  gone: {
    id: "summary.choices.gone",
    defaultMessage: "usunięta",
    description: "A group or feature that is gone",
  },
  past: {
    id: "summary.past.past",
    defaultMessage: "Jak wypadłoby to w\u00a0poprzednich tygodniach",
    description: "Heading",
  },
  pastHint: {
    id: "summary.past.pastHint",
    defaultMessage: "Policzymy dziś i\u00a0ten sam dzień 12 wcześniejszych tygodni. Niczego nie zapiszemy.",
    description: "Under the heading of a new scoring",
  },
  pastHintCompared: {
    id: "summary.past.pastHintCompared",
    defaultMessage:
      "Policzymy dziś i\u00a0ten sam dzień 12 wcześniejszych tygodni: po zmianie i\u00a0przed nią. Niczego nie zapiszemy.",
    description: "Under the heading where settings were changed",
  },
  pastAsk: {
    id: "summary.past.pastAsk",
    defaultMessage: "Policz 13 tygodni",
    description: "Button",
  },
  pastAgain: {
    id: "summary.past.pastAgain",
    defaultMessage: "Policz ponownie",
    description: "Button, once there are figures",
  },
  pastLoading: {
    id: "summary.past.pastLoading",
    defaultMessage: "Liczymy 13 tygodni. Przy dużych bazach trwa to do kilku minut.",
    description: "While the figures are on their way",
  },
  pastStop: {
    id: "summary.past.pastStop",
    defaultMessage: "Przerwij liczenie",
    description: "Button, in place of the one that asked",
  },
  pastStopped: {
    id: "summary.past.pastStopped",
    defaultMessage: "Przerwano liczenie.",
    description: "Nobody wanted the figures any more",
  },
  pastDone: {
    id: "summary.past.pastDone",
    defaultMessage: "Policzono 13 tygodni.",
    description: "Read aloud when the figures are there",
  },
  pastWaiting: {
    id: "summary.past.pastWaiting",
    defaultMessage: "Trwa inny podgląd na tym koncie. Policzymy zaraz po nim.",
    description: "While the server is busy with another question of the account",
  },
  historical: {
    id: "summary.history.historical",
    defaultMessage: "Policz też do 13 wcześniejszych poniedziałków",
    description: "Checkbox",
  },
  features: {
    id: "summary.features.features",
    defaultMessage: "Zapisuj ocenę w\u00a0cesze",
    description: "Heading",
  },
  featuresHint: {
    id: "summary.features.featuresHint",
    defaultMessage: "Po każdym przeliczeniu wpiszemy ocenę do wybranej cechy kontaktów, które nie są zablokowane.",
    description: "Under the heading",
  },
  featureOf: {
    id: "summary.features.featureOf",
    defaultMessage: "{channel}, baza {uid}",
    description: "Label of the selector",
  },
  noFeature: {
    id: "summary.features.noFeature",
    defaultMessage: "Nie zapisuj",
    description: "Nothing is chosen",
  },
  noFeatures: {
    id: "summary.features.noFeatures",
    defaultMessage: "Nie ma cechy liczbowej. Dodaj nową.",
    description: "Empty list",
  },
  taken: {
    id: "summary.features.taken",
    defaultMessage: "Nie możesz użyć tej cechy: używa jej „{user}”",
    description: "A feature that another scoring or channel fills",
  },
  featureGone: {
    id: "summary.features.featureGone",
    defaultMessage: "Wybrana cecha już nie istnieje",
    description: "At the selector",
  },
  newFeature: {
    id: "summary.features.newFeature",
    defaultMessage: "Nowa cecha",
    description: "Button",
  },
  newFeatureOf: {
    id: "summary.features.newFeatureOf",
    defaultMessage: "Nowa cecha w\u00a0bazie {uid}",
    description: "Button, read aloud",
  },
  featureName: {
    id: "summary.features.featureName",
    defaultMessage: "Nazwa nowej cechy w\u00a0bazie {uid}",
    description: "Label",
  },
  addFeature: {
    id: "summary.features.addFeature",
    defaultMessage: "Dodaj cechę",
    description: "Button",
  },
  featureNameRule: {
    id: "summary.features.featureNameRule",
    defaultMessage: "Nazwa cechy może zawierać tylko litery, cyfry, spacje oraz znaki _ i\u00a0-",
    description: "At the field",
  },
  featureNameHint: {
    id: "summary.features.featureNameHint",
    defaultMessage: "Litery, cyfry, spacje oraz znaki _ i\u00a0-. Nazwa nie może się powtarzać w\u00a0bazie.",
    description: "Under the field: the rules of a name",
  },
  nameExists: {
    id: "summary.features.nameExists",
    defaultMessage: "Taka nazwa już istnieje",
    description: "At the field",
  },
});
