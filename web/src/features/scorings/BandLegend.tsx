import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { bandMessages } from "../../i18n/common-messages";
import { BANDS, HIGH_TO_LOW } from "../../lib/bands";
import { bandFill } from "../../ui/charts/band-colors";
import { scoringsMessages } from "./messages";
import styles from "./ScoringTable.module.css";

/** The colours of the bands, below the table. */
export function BandLegend(): ReactNode {
  return (
    <p className={styles["legend"]}>
      <FormattedMessage {...scoringsMessages.bands} />
      {HIGH_TO_LOW.map((band) => (
        <span key={band}>
          <svg width="10" height="10" aria-hidden>
            <rect x="0.5" y="0.5" width="9" height="9" rx="2" {...bandFill(band)} />
          </svg>{" "}
          <FormattedMessage {...bandMessages[BANDS[band].key]} />
        </span>
      ))}
    </p>
  );
}
