import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { percentInColumn } from "../../i18n/format";
import { NoValue } from "../../ui/NoValue";
import { countMessages } from "./messages";
import { OUTCOMES, ratesOf, type Counts } from "./rates";
import styles from "./Sendings.module.css";

/** The columns of what was sent and what came of it. */
export function RateHeads(): ReactNode {
  return (["sent", ...OUTCOMES] as const).map((name) => (
    <th key={name} scope="col" data-number>
      <FormattedMessage {...countMessages[name]} />
    </th>
  ));
}

interface RateCellsProps {
  readonly counts: Counts;
  readonly deliveredEmails: number;
}

/** Counts of a row, each with its share. On a phone a row is a card, so each says what it is. */
export function RateCells({ counts, deliveredEmails }: RateCellsProps): ReactNode {
  const intl = useIntl();
  const rates = ratesOf(counts, deliveredEmails);
  return (
    <>
      <td data-number data-main>
        <Label name="sent" />
        <FormattedNumber value={counts.sent} />
      </td>
      {OUTCOMES.map((name) => {
        const rate = rates[name];
        return (
          <td key={name} data-number>
            <Label name={name} />
            {rate ? (
              <>
                <FormattedNumber value={rate.count} />
                <span className={styles["rate"]}>{percentInColumn(intl, rate.percent)}</span>
              </>
            ) : (
              <NoValue />
            )}
          </td>
        );
      })}
    </>
  );
}

function Label({ name }: { readonly name: "sent" | (typeof OUTCOMES)[number] }): ReactNode {
  return (
    <span className={styles["label"]} aria-hidden>
      <FormattedMessage {...countMessages[name]} />
    </span>
  );
}
