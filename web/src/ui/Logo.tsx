import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import styles from "./Logo.module.css";

/** The product's logo and name. */
export function Logo(): ReactNode {
  return (
    <span className={styles["logo"]}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden focusable="false">
        <rect className={styles["tile"]} width="32" height="32" rx="8" />
        <path className={styles["beat"]} d="M5 17h5l3-8 5 15 3.5-9 1.5 2h4" />
      </svg>
      <FormattedMessage {...commonMessages.product} />
    </span>
  );
}
