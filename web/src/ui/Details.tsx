import type { ComponentProps, ReactNode } from "react";
import styles from "./Details.module.css";

interface DetailsProps extends Omit<ComponentProps<"details">, "className"> {
  /** The control that opens it. */
  readonly summary: ReactNode;
}

/** Content shown on request, behind a summary that opens and closes it. */
export function Details({ summary, children, ...details }: DetailsProps): ReactNode {
  return (
    <details {...details}>
      <summary className={styles["summary"]}>{summary}</summary>
      {children}
    </details>
  );
}
