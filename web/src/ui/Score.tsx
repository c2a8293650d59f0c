import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { bandMessages } from "../i18n/common-messages";
import { bandOf } from "../lib/bands";
import styles from "./Score.module.css";

/** An average score: the number, where it stands between 0 and 100, and its band in words. */
export function Score({ value }: { readonly value: number }): ReactNode {
  return (
    <span className={styles["score"]}>
      <span className="number">
        <FormattedNumber value={value} minimumFractionDigits={2} maximumFractionDigits={2} />
      </span>
      <svg className={styles["bar"]} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden focusable="false">
        <rect className={styles["track"]} width="100" height="6" />
        <rect className={styles["fill"]} width={Math.min(100, Math.max(0, value))} height="6" />
      </svg>
      <span className="visually-hidden">
        <FormattedMessage {...bandMessages[bandOf(value)]} />
      </span>
    </span>
  );
}
