import type { ComponentProps, ReactNode } from "react";
import styles from "./Details.module.css";

interface DetailsProps extends Omit<ComponentProps<"details">, "className"> {
  /** What opens it. */
  readonly summary: ReactNode;
}

/** What is read on request, behind words that open and close it. */
export function Details({ summary, children, ...details }: DetailsProps): ReactNode {
  return (
    <details {...details}>
      <summary className={styles["summary"]}>{summary}</summary>
      {children}
    </details>
  );
}
