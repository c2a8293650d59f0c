import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { bandMessages } from "../../i18n/common-messages";
import { BANDS, HIGH_TO_LOW } from "../../lib/bands";
import { bandFill } from "./band-colors";
import styles from "./BandBar.module.css";
import { chartMessages } from "./messages";

interface BandBarProps {
  /** Of each band, the lowest first. */
  readonly counts: readonly number[];
  /** As wide as its place; otherwise 48 pixels, within a line. */
  readonly wide?: boolean;
}

/** The shares of the bands in a result as one bar, the highest first. */
export function BandBar({ counts, wide }: BandBarProps): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const shares = HIGH_TO_LOW.map((band) => ({ band, share: (counts[band] ?? 0) / total }));
  const words = shares.map(
    ({ band, share }) => `${formatMessage(bandMessages[BANDS[band].key])} ${formatNumber(share, { style: "percent" })}`,
  );
  return (
    <span
      role="img"
      aria-label={words.join(", ")}
      title={words.join("\n")}
      className={styles["bands"]}
      data-wide={wide}
    >
      {shares.map(({ band, share }) => (
        <span key={band} style={{ width: `${share * 100}%`, background: bandFill(band).fill }} />
      ))}
    </span>
  );
}

/** The colours of the bands, below their bars. */
export function BandLegend(): ReactNode {
  return (
    <p className={styles["legend"]}>
      <FormattedMessage {...chartMessages.bands} />
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
