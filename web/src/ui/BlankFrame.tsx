import type { ReactNode } from "react";
import styles from "./BlankFrame.module.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { Logo } from "./Logo";
import { PageTitle } from "./PageTitle";

interface BlankFrameProps {
  readonly title: string;
  /** Beside the languages. */
  readonly actions?: ReactNode;
  /** The page's own `main`. */
  readonly children: ReactNode;
}

/** What every page without the shell has: its title, the logo and the languages. */
export function BlankFrame({ title, actions, children }: BlankFrameProps): ReactNode {
  return (
    <div className={styles["page"]}>
      <PageTitle>{title}</PageTitle>
      <header className={styles["top"]}>
        <Logo />
        <div className={styles["actions"]}>
          <LanguageSwitch />
          {actions}
        </div>
      </header>
      {children}
    </div>
  );
}
