import { defineMessages } from "../../i18n/define-messages";

export const alertMessages = defineMessages({
  trial: {
    id: "alerts.trial.text",
    defaultMessage: "Okres próbny kończy się {date}. Potem potrzebna będzie aktywna subskrypcja.",
    description: "The trial ends within a week",
  },
  upgrade: { id: "alerts.trial.upgrade", defaultMessage: "Zmień plan na wyższy", description: "Link" },
  failed: {
    id: "alerts.failed.one",
    defaultMessage: "Nie udało się przeliczyć scoringu „{name}” ({date}).",
    description: "The last calculation of a scoring failed; date is its day",
  },
  failedSome: {
    id: "alerts.failed.some",
    defaultMessage:
      "{count, plural, one {Nie udało się przeliczyć # scoringu} few {Nie udało się przeliczyć # scoringów} many {Nie udało się przeliczyć # scoringów} other {Nie udało się przeliczyć # scoringu}} ({date}).",
    description: "The last calculations of several scorings failed; date is the newest day",
  },
  list: { id: "alerts.failed.list", defaultMessage: "Zobacz listę scoringów", description: "Link" },
  old: {
    id: "alerts.old.one",
    defaultMessage: "Wyniki scoringu „{name}” są starsze niż dwa dni ({date}).",
    description: "An active scoring was last calculated on this day",
  },
  oldSome: {
    id: "alerts.old.some",
    defaultMessage:
      "{count, plural, one {Wyniki # scoringu są starsze niż dwa dni} few {Wyniki # scoringów są starsze niż dwa dni} many {Wyniki # scoringów są starsze niż dwa dni} other {Wyniki # scoringu są starsze niż dwa dni}}.",
    description: "Several active scorings were last calculated more than two days ago",
  },
  runs: { id: "alerts.old.runs", defaultMessage: "Zobacz przeliczenia", description: "Link" },
});
