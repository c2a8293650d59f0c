import { defineMessages } from "./define-messages";

export const durationMessages = defineMessages({
  seconds: { id: "common.duration.seconds", defaultMessage: "{seconds}\u00a0s", description: "How long it took" },
  minutes: {
    id: "common.duration.minutes",
    defaultMessage: "{minutes}\u00a0min {seconds}\u00a0s",
    description: "How long it took",
  },
});
