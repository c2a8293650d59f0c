import type { IntlShape } from "react-intl";
import { reasonMessages } from "../../../i18n/score-messages";
import type { Channel } from "../../../lib/channel";
import { REASONS } from "../../../lib/score-parts";
import { crossingMessages } from "./messages";

/** The reason for no score on one of the days; an unknown reason has its own name. */
export function reasonWords({ formatMessage }: IntlShape, reason: string, channel: Channel): string {
  if (reason === "NEW" && channel === "web") return formatMessage(crossingMessages.NEW_VISITOR);
  if (reason === "") return formatMessage(crossingMessages.NONE);
  const known = REASONS.find((one) => one === reason);
  if (known) return formatMessage(reasonMessages[known]);
  const crossing = (["NEW", "ERASED", "NOT_IN_SOURCES"] as const).find((one) => one === reason);
  return crossing ? formatMessage(crossingMessages[crossing]) : reason;
}
