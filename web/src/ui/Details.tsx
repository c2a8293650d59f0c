import type { ComponentProps, ReactNode } from "react";
import styles from "./Details.module.css";
import { wordsOf, type Words } from "./words";

interface DetailsProps extends Omit<ComponentProps<"details">, "className"> {
  /** The control that opens it. */
  readonly summary: Words;
}

/** Content shown on request, behind a summary that opens and closes it. */
export function Details({ summary, children, ...details }: DetailsProps): ReactNode {
  return (
    <details {...details}>
      <summary className={styles["summary"]}>{wordsOf(summary)}</summary>
      {children}
    </details>
  );
}
