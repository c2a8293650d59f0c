import { useIntl, type IntlShape } from "react-intl";
import { reasonMessages } from "../../../i18n/score-messages";
import type { BandKey } from "../../../lib/bands";
import { formatDay } from "../../../lib/dates";
import { NAME_MAX } from "../../../lib/named";
import { rangesOf, type Selected } from "./targets";
import { groupMessages as messages } from "./messages";

/** "81–100", or several of them. */
function rangesText({ formatMessage, formatList }: IntlShape, bands: readonly BandKey[]): string {
  const ranges = rangesOf(bands).map((range) => formatMessage(messages.range, { ...range }));
  return formatList(ranges, { type: "unit" });
}

/** Proposed name of a new group: the scoring, the selected rows, the day. */
export function useProposal(selected: Selected, scoring: string, day: string): string {
  const intl = useIntl();
  const common = { scoring: scoring.replaceAll("|", " "), date: formatDay(day) };
  const name = (): string => {
    if (selected.kind === "bands") {
      return intl.formatMessage(messages.proposal, { ...common, ranges: rangesText(intl, selected.bands) });
    }
    const [only, ...others] = selected.reasons;
    if (!only || others.length > 0) return intl.formatMessage(messages.proposalReasons, common);
    return intl.formatMessage(messages.proposalReason, { ...common, reason: intl.formatMessage(reasonMessages[only]) });
  };
  return name().slice(0, NAME_MAX);
}
