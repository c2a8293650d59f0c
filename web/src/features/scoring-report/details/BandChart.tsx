import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import styles from "./BandChart.module.css";
import { reportMessages } from "../messages";
import { countTicks } from "../model/axis";
import type { BandRow } from "../model/bands";

interface BandChartProps {
  readonly rows: readonly BandRow[];
  readonly web: boolean;
}

/**
 * The bands as bars, drawn by the style sheet: five bars need no chart library. Its numbers stand in the table beside
 * it, so to the ear it is one picture.
 */
export function BandChart({ rows, web }: BandChartProps): ReactNode {
  const ticks = countTicks(Math.max(...rows.map((row) => row.count)));
  const top = ticks.at(-1) ?? 1;
  const height = (count: number): string => `${(100 * count) / top}%`;
  return (
    <div className={styles["chart"]}>
      <div className={styles["axisName"]}>
        <span>
          <FormattedMessage {...(web ? reportMessages.axisVisitors : reportMessages.axisCount)} />
        </span>
      </div>
      <div className={styles["scale"]}>
        {ticks.map((tick) => (
          <span key={tick} className={styles["tick"]} style={{ bottom: height(tick) }}>
            <FormattedNumber value={tick} />
          </span>
        ))}
      </div>
      <div className={styles["plot"]}>
        {ticks.map((tick) => (
          <div key={tick} className={styles["line"]} style={{ bottom: height(tick) }} />
        ))}
        {rows.map((row) => (
          <div key={row.key} className={styles["column"]}>
            <span className={styles["value"]} style={{ bottom: height(row.count) }}>
              <FormattedNumber value={row.count} />
            </span>
            <div className={styles["bar"]} data-bar style={{ height: height(row.count) }} />
          </div>
        ))}
      </div>
      <div className={styles["ranges"]}>
        {rows.map((row) => (
          <span key={row.key}>
            <FormattedMessage {...reportMessages.rangeValue} values={{ min: row.min, max: row.max }} />
          </span>
        ))}
      </div>
      <p className={styles["name"]}>
        <FormattedMessage {...reportMessages.axisScore} />
      </p>
    </div>
  );
}
