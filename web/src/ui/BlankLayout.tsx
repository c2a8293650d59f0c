import type { ReactNode } from "react";
import { Alerts } from "./Alerts";
import { BlankFrame } from "./BlankFrame";
import styles from "./BlankLayout.module.css";

interface BlankLayoutProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Under the card: where else to go. */
  readonly below?: ReactNode;
  /** Beside the languages. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** Pages without the shell: a logo, the languages, and one card with the page's only thing. */
export function BlankLayout({ title, lead, below, actions, wide = false, children }: BlankLayoutProps): ReactNode {
  return (
    <BlankFrame title={title} actions={actions}>
      <main className={styles["main"]}>
        <Alerts />
        <div className={styles["card"]} data-wide={wide}>
          <div>
            <h1 className={styles["title"]} tabIndex={-1}>
              {title}
            </h1>
            {lead !== undefined && <p className={styles["lead"]}>{lead}</p>}
          </div>
          {children}
        </div>
        {below !== undefined && below !== false && <p className={styles["below"]}>{below}</p>}
      </main>
    </BlankFrame>
  );
}
