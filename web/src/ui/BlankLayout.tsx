import type { ReactNode } from "react";
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
  /** It takes the place of another page without a change of address: its heading gets the focus. */
  readonly focus?: boolean;
  readonly children: ReactNode;
}

/** Pages without the shell: a logo, the languages, and one card with the page's only thing. */
export function BlankLayout({
  title,
  lead,
  below,
  actions,
  wide = false,
  focus,
  children,
}: BlankLayoutProps): ReactNode {
  return (
    <BlankFrame title={title} actions={actions}>
      <main className={styles["main"]}>
        <div className={styles["card"]} data-wide={wide}>
          <div>
            <h1 className={styles["title"]} tabIndex={-1} ref={focus ? takeFocus : null}>
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

function takeFocus(heading: HTMLHeadingElement | null): void {
  heading?.focus();
}
