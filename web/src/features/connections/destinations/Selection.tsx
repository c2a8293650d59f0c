import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { Destination } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { reasonMessages } from "../../../i18n/score-messages";
import { wordMessages } from "../../../i18n/word-messages";
import { BANDS } from "../../../lib/bands";
import { isChannel } from "../../../lib/channel";
import { formatMoment } from "../../../lib/dates";
import { REASONS } from "../../../lib/score-parts";
import { Described, DescriptionList } from "../../../ui/DescriptionList";
import { NoValue } from "../../../ui/NoValue";
import { useMe } from "../../session";
import { destinationMessages as messages } from "../destination-messages";
import type { ScoringChoice } from "./loader";

interface SelectionProps {
  readonly destination: Destination;
  readonly scorings: readonly ScoringChoice[];
}

/** The selection of a destination in words: the scoring, and its bands and reasons. */
function useSelection({ destination, scorings }: SelectionProps): readonly [scoring: string, contacts: string] {
  const { formatMessage } = useIntl();
  const { scoringId, scoringType, bands, reasons } = destination;
  const scoring = scorings.find(({ id }) => id === scoringId);
  const channel = isChannel(scoringType) ? formatMessage(channelMessages[scoringType]) : scoringType;
  const chosen = [
    ...BANDS.flatMap(({ min, max }, at) => (bands.includes(at) ? [formatMessage(messages.band, { min, max })] : [])),
    ...REASONS.filter((reason) => reasons.includes(reason)).map((reason) =>
      formatMessage(messages.reason, { reason: formatMessage(reasonMessages[reason]).toLocaleLowerCase() }),
    ),
  ];
  return [scoring ? `${scoring.name}, ${channel}` : "", chosen.join(", ")];
}

/** The selection below the name of a destination. */
export function Selection(props: SelectionProps): ReactNode {
  const [scoring, contacts] = useSelection(props);
  return (
    <p className="quiet">
      <FormattedMessage {...(scoring ? messages.from : messages.fromGone)} values={{ scoring }} />
      <span className="quiet under">{contacts}</span>
    </p>
  );
}

/** All settings of a destination, and how many addresses it has put on its list. */
export function Settings(props: SelectionProps): ReactNode {
  const [scoring, contacts] = useSelection(props);
  const { timeZone } = useMe();
  const { memberCount, nextAt, madeBy } = props.destination;
  const next = nextAt && timestampDate(nextAt);
  return (
    <DescriptionList>
      <Described by={wordMessages.scoring}>{scoring || <FormattedMessage {...messages.fromGone} />}</Described>
      <Described by={wordMessages.contacts}>{contacts}</Described>
      <Described by={messages.onList}>
        <FormattedNumber value={memberCount} />
      </Described>
      {next && next > new Date() && <Described by={messages.next}>{formatMoment(next, timeZone)}</Described>}
      <Described by={messages.author}>{madeBy || <NoValue />}</Described>
    </DescriptionList>
  );
}
