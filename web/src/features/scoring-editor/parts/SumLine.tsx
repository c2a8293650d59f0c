import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import styles from "./Percent.module.css";
import { percentMessages as messages } from "../messages";

interface SumLineProps {
  /** The sum in whole percent. */
  readonly sum: number;
  /** Buttons that help to reach 100. */
  readonly children?: ReactNode;
}

/** Sum of the shares, with the lack or excess: announced as it changes, and never corrected automatically. */
export function SumLine({ sum, children }: SumLineProps): ReactNode {
  return (
    <div className={styles["sumLine"]}>
      <p role="status" className={styles["sum"]} data-right={sum === 100}>
        {sum === 100 && <FormattedMessage {...messages.sum} values={{ sum }} />}
        {sum < 100 && <FormattedMessage {...messages.sumMissing} values={{ sum, missing: 100 - sum }} />}
        {sum > 100 && <FormattedMessage {...messages.sumTooMuch} values={{ sum, over: sum - 100 }} />}
      </p>
      {children}
    </div>
  );
}
