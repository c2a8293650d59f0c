import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { bandMessages } from "../../i18n/common-messages";
import { BANDS } from "../../lib/bands";
import { bandFill } from "../../ui/charts/band-colors";
import { scoringsMessages } from "./messages";
import styles from "./ScoringTable.module.css";

const HIGH_TO_LOW = [4, 3, 2, 1, 0] as const;

/** The shares of the bands in a result as one bar, the highest first. */
export function BandBar({ counts }: { readonly counts: readonly number[] }): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const shares = HIGH_TO_LOW.map((band) => ({ band, share: (counts[band] ?? 0) / total }));
  const words = shares.map(
    ({ band, share }) => `${formatMessage(bandMessages[BANDS[band].key])} ${formatNumber(share, { style: "percent" })}`,
  );
  return (
    <span role="img" aria-label={words.join(", ")} title={words.join("\n")} className={styles["bands"]}>
      {shares.map(({ band, share }) => (
        <span key={band} style={{ width: `${share * 100}%`, background: bandFill(band).fill }} />
      ))}
    </span>
  );
}

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
