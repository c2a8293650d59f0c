import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Destination } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { reasonMessages } from "../../../i18n/score-messages";
import { BANDS } from "../../../lib/bands";
import { isChannel } from "../../../lib/channel";
import { REASONS } from "../../../lib/score-parts";
import styles from "../Connections.module.css";
import { destinationMessages as messages } from "../destination-messages";
import type { ScoringChoice } from "./loader";

interface SelectionProps {
  readonly destination: Destination;
  readonly scorings: readonly ScoringChoice[];
}

/** The selection of a destination: the scoring, and its bands and reasons. */
export function Selection({ destination, scorings }: SelectionProps): ReactNode {
  const { formatMessage } = useIntl();
  const { scoringId, scoringType, bands, reasons } = destination;
  const scoring = scorings.find(({ id }) => id === scoringId);
  const chosen = [
    ...BANDS.flatMap(({ min, max }, at) => (bands.includes(at) ? [formatMessage(messages.band, { min, max })] : [])),
    ...REASONS.filter((reason) => reasons.includes(reason)).map((reason) =>
      formatMessage(messages.reason, { reason: formatMessage(reasonMessages[reason]).toLocaleLowerCase() }),
    ),
  ];
  return (
    <p className={styles["quiet"]}>
      {scoring ? (
        <FormattedMessage
          {...messages.from}
          values={{
            name: scoring.name,
            channel: isChannel(scoringType) ? formatMessage(channelMessages[scoringType]) : scoringType,
          }}
        />
      ) : (
        <FormattedMessage {...messages.fromGone} />
      )}
      <span className={styles["under"]}>{chosen.join(", ")}</span>
    </p>
  );
}
