import type { ReactNode } from "react";
import styles from "./Skeleton.module.css";

/** Grey lines in place of text that is loading. */
export function Skeleton({ rows }: { readonly rows: number }): ReactNode {
  return (
    <div aria-hidden className="stack">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles["line"]} />
      ))}
    </div>
  );
}
