import type { ReactNode } from "react";
import styles from "./StatePanel.module.css";

interface StatePanelProps {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Announced at once by screen readers: for failures. */
  readonly alert?: boolean;
}

/** Replaces the content of a page that has nothing to show: no data yet, no match, a failure. */
export function StatePanel({ icon, title, children, actions, alert = false }: StatePanelProps): ReactNode {
  return (
    <section className={styles["panel"]} role={alert ? "alert" : undefined}>
      <span className={styles["icon"]} data-alert={alert} aria-hidden>
        {icon}
      </span>
      <h2 className={styles["title"]}>{title}</h2>
      {children !== undefined && <div className={styles["text"]}>{children}</div>}
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </section>
  );
}
