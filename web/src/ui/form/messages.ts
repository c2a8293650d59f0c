import { defineMessages, type Message } from "../../i18n/define-messages";
import type { Preset } from "../../lib/date-range";

export const rangeMessages = defineMessages({
  range: { id: "ui.range.name", defaultMessage: "Zakres dat", description: "Label of the choice of days" },
  own: { id: "ui.range.own", defaultMessage: "Własny zakres", description: "Choice: days of one's own" },
  change: {
    id: "ui.range.change",
    defaultMessage: "{days}. Wybierz własny zakres",
    description: "The days of a range, read aloud: a button that opens the fields of the days",
  },
  start: { id: "ui.range.start", defaultMessage: "Od", description: "Label: first day" },
  end: { id: "ui.range.end", defaultMessage: "Do", description: "Label: last day" },
  reversed: {
    id: "ui.range.reversed",
    defaultMessage: "Początek jest po końcu",
    description: "The first day is after the last",
  },
});

export const presetMessages: Readonly<Record<Preset, Message>> = defineMessages({
  today: { id: "ui.preset.today", defaultMessage: "Dziś", description: "Range of days" },
  yesterday: { id: "ui.preset.yesterday", defaultMessage: "Wczoraj", description: "Range of days" },
  last7: { id: "ui.preset.last7", defaultMessage: "Ostatnie 7\u00a0dni", description: "Range of days" },
  last30: { id: "ui.preset.last30", defaultMessage: "Ostatnie 30\u00a0dni", description: "Range of days" },
  thisMonth: { id: "ui.preset.thisMonth", defaultMessage: "Bieżący miesiąc", description: "Range of days" },
  lastMonth: { id: "ui.preset.lastMonth", defaultMessage: "Poprzedni miesiąc", description: "Range of days" },
});

export const hourMessages = defineMessages({
  hours: { id: "ui.hour.hours", defaultMessage: "Godziny", description: "Above the hours of a time of day" },
  minutes: { id: "ui.hour.minutes", defaultMessage: "Minuty", description: "Above the minutes of a time of day" },
});
