import { defineMessages, type Message } from "../../i18n/define-messages";
import type { Stage } from "./progress";

export const progressMessages = defineMessages({
  spoken: {
    id: "calculation.progress.spoken",
    defaultMessage: "{channel}: {stage}, {percent}",
    description: "Read aloud while it runs",
  },
  ended: {
    id: "calculation.progress.ended",
    defaultMessage: "Przeliczanie zakończone",
    description: "All channels are through",
  },
  tooLittle: {
    id: "calculation.progress.tooLittle",
    defaultMessage: "Za mało danych. Przeliczenie będzie możliwe od {date}.",
    description: "A channel was skipped; date is known",
  },
  noData: {
    id: "calculation.progress.noData",
    defaultMessage: "Brak danych dla tego kanału.",
    description: "A channel was skipped; nothing was ever sent",
  },
});

export const stageMessages: Readonly<Record<Stage, Message>> = defineMessages({
  none: { id: "calculation.stage.none", defaultMessage: "Nie zlecono", description: "No calculation of this channel" },
  queued: { id: "calculation.stage.queued", defaultMessage: "W\u00a0kolejce", description: "Waits for its turn" },
  counting: { id: "calculation.stage.counting", defaultMessage: "Liczenie zdarzeń", description: "Counts sendings" },
  scoring: { id: "calculation.stage.scoring", defaultMessage: "Ocenianie kontaktów", description: "Computes scores" },
  done: { id: "calculation.stage.done", defaultMessage: "Gotowe", description: "Has a result" },
  skipped: { id: "calculation.stage.skipped", defaultMessage: "Pominięto", description: "Could not be calculated" },
  failed: { id: "calculation.stage.failed", defaultMessage: "Nie udało się", description: "Failed" },
  cancelled: { id: "calculation.stage.cancelled", defaultMessage: "Zatrzymano", description: "A person stopped it" },
});
