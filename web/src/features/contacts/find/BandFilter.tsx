import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { bandMessages } from "../../../i18n/common-messages";
import { BANDS } from "../../../lib/bands";
import { Checkbox } from "../../../ui/Checkbox";
import { bandFill } from "../../../ui/charts/band-colors";
import shared from "../Contacts.module.css";
import styles from "./Find.module.css";
import { scoreMessages as messages } from "./messages";
import { NO_SCORE } from "./view";

interface BandFilterProps {
  readonly bands: readonly string[];
  readonly onToggle: (band: string, ticked: boolean) => void;
}

/** Filters by bands, and by contacts without a score: checkboxes with another look. */
export function BandFilter({ bands, onToggle }: BandFilterProps): ReactNode {
  const { formatMessage } = useIntl();
  const toggle = (value: string, label: ReactNode): ReactNode => (
    <label key={value} className={styles["band"]}>
      <Checkbox checked={bands.includes(value)} onChange={(ticked) => onToggle(value, ticked)} />
      {label}
    </label>
  );
  return (
    <div role="group" aria-label={formatMessage(messages.bands)} className={shared["filter"]}>
      <span aria-hidden>
        <FormattedMessage {...messages.bands} />
      </span>
      <div className={styles["bands"]}>
        {BANDS.map(({ key, min, max }, at) =>
          toggle(
            String(at),
            <>
              <svg width="10" height="10" aria-hidden focusable="false">
                <rect x="0.5" y="0.5" width="9" height="9" rx="2" {...bandFill(at)} />
              </svg>
              <span className="visually-hidden">
                <FormattedMessage {...bandMessages[key]} />
              </span>
              <span className="number">
                <FormattedMessage {...messages.range} values={{ min, max }} />
              </span>
            </>,
          ),
        )}
        {toggle(NO_SCORE, <FormattedMessage {...messages.noScore} />)}
      </div>
    </div>
  );
}
