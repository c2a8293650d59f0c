import { useIntl, type IntlShape } from "react-intl";
import { reasonMessages } from "../../../i18n/score-messages";
import { formatDay } from "../../../lib/dates";
import { NAME_MAX } from "../../../lib/named";
import { REASONS } from "../../../lib/score-parts";
import { rangesOf, type Ticked } from "./targets";
import { groupMessages as messages } from "./messages";

/** "81–100", or several of them. */
function rangesText({ formatMessage, formatList }: IntlShape, ticked: Extract<Ticked, { kind: "bands" }>): string {
  const ranges = rangesOf(ticked.bands).map((range) => formatMessage(messages.range, { ...range }));
  return formatList(ranges, { type: "unit" });
}

function reasonText({ formatMessage }: IntlShape, name: string): string {
  const reason = REASONS.find((one) => one === name);
  return reason ? formatMessage(reasonMessages[reason]) : name;
}

/** What a new group may be called: the scoring, what was ticked, the day. */
export function useProposal(ticked: Ticked, scoring: string, day: string): string {
  const intl = useIntl();
  const common = { scoring: scoring.replaceAll("|", " "), date: formatDay(day) };
  const name = (): string => {
    if (ticked.kind === "bands") {
      return intl.formatMessage(messages.proposal, { ...common, ranges: rangesText(intl, ticked) });
    }
    const [only, ...others] = ticked.reasons;
    if (!only || others.length > 0) return intl.formatMessage(messages.proposalReasons, common);
    return intl.formatMessage(messages.proposalReason, { ...common, reason: reasonText(intl, only.reason) });
  };
  return name().slice(0, NAME_MAX);
}
