import type { ReactNode } from "react";
import styles from "./StatePanel.module.css";
import { wordsOf, type Words } from "./words";

interface StatePanelProps {
  readonly icon: ReactNode;
  readonly title: Words;
  readonly text?: Words;
  readonly actions?: ReactNode;
  /** Announced at once by screen readers: for failures. */
  readonly alert?: boolean;
}

/** Replaces the content of a page that has nothing to show: no data yet, no match, a failure. */
export function StatePanel({ icon, title, text, actions, alert = false }: StatePanelProps): ReactNode {
  return (
    <section className={styles["panel"]} role={alert ? "alert" : undefined}>
      <span className={styles["icon"]} data-alert={alert} aria-hidden>
        {icon}
      </span>
      <h2 className={styles["title"]}>{wordsOf(title)}</h2>
      {text !== undefined && <div className={styles["text"]}>{wordsOf(text)}</div>}
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </section>
  );
}
