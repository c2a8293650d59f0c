import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { componentMessages } from "../../../i18n/score-messages";
import { EVENTS, RATES } from "../../../lib/score-parts";
import type { Weights } from "../model/draft";
import styles from "./Panel.module.css";

/** Weights as bars with their numbers, which add up to 100. */
export function WeightBars({ weights }: { readonly weights: Weights }): ReactNode {
  return (
    <dl className="stack tight">
      {[...RATES, ...EVENTS].map((component) => {
        const weight = weights[component];
        if (weight === undefined) return null;
        return (
          <div key={component} className={styles["weight"]}>
            <dt>
              <FormattedMessage {...componentMessages[component]} />
            </dt>
            <dd className={styles["track"]} aria-hidden>
              <div className={styles["share"]} style={{ width: `${weight}%` }} />
            </dd>
            <dd className={`number ${styles["count"]}`}>
              <FormattedNumber value={weight / 100} style="percent" />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
