import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { reasonMessages } from "../../../i18n/score-messages";
import { BANDS } from "../../../lib/bands";
import type { Channel } from "../../../lib/channel";
import type { Reason } from "../../../lib/score-parts";
import { Checkbox } from "../../../ui/Checkbox";
import styles from "../Connections.module.css";
import { destinationMessages as messages } from "../destination-messages";

/** A selection of contacts of a scoring. */
export interface Chosen {
  readonly scoringId: string;
  readonly scoringType: Channel;
  readonly bands: readonly number[];
  readonly reasons: readonly string[];
}

/** Reasons for which contacts of a channel have no score and can still be sent e-mail. */
const SENDABLE: Readonly<Record<Channel, readonly Reason[]>> = {
  mailing: ["NOT_IN_GROUP", "NO_SENDING"],
  sms: ["NO_GSM", "NOT_IN_GROUP", "NO_SENDING"],
  web: [],
};

interface SelectionFieldsProps {
  readonly selection: Chosen;
  readonly error?: string | undefined;
  readonly onChange: (changed: Pick<Chosen, "bands" | "reasons">) => void;
}

/** The choice of bands, from high to low, and of reasons. */
export function SelectionFields({ selection, error, onChange }: SelectionFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { scoringType, bands, reasons } = selection;
  return (
    <fieldset className={styles["choices"]}>
      <legend>
        <FormattedMessage {...messages.bands} />
      </legend>
      {BANDS.map(({ min, max }, at) => (
        <Checkbox
          key={min}
          checked={bands.includes(at)}
          error={at === 0 ? error : undefined}
          onChange={(checked) =>
            onChange({ reasons, bands: BANDS.map((_, i) => i).filter((i) => (i === at ? checked : bands.includes(i))) })
          }
        >
          <FormattedMessage {...messages.band} values={{ min, max }} />
        </Checkbox>
      )).toReversed()}
      {SENDABLE[scoringType].map((reason) => (
        <Checkbox
          key={reason}
          checked={reasons.includes(reason)}
          onChange={(checked) =>
            onChange({
              bands,
              reasons: SENDABLE[scoringType].filter((one) => (one === reason ? checked : reasons.includes(one))),
            })
          }
        >
          <FormattedMessage
            {...messages.reason}
            values={{ reason: formatMessage(reasonMessages[reason]).toLocaleLowerCase() }}
          />
        </Checkbox>
      ))}
    </fieldset>
  );
}
