import type { ReactNode } from "react";
import styles from "./Progress.module.css";

interface ProgressProps {
  readonly "aria-label": string;
  /** 0 to 100. */
  readonly percent: number;
  readonly status: "normal" | "success" | "exception";
  readonly words: string;
}

/** A progress bar with its percentage beside it. */
export function Progress({ percent, status, words, ...rest }: ProgressProps): ReactNode {
  return (
    <div className={styles["progress"]}>
      <div
        {...rest}
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles["track"]}
        data-status={status}
      >
        <div className={styles["done"]} style={{ width: `${percent}%` }} />
      </div>
      <span className="number" aria-hidden>
        {words}
      </span>
    </div>
  );
}
