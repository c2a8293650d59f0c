import type { ReactNode } from "react";
import styles from "./PageHeader.module.css";
import { PageTitle } from "./PageTitle";

interface PageHeaderProps {
  readonly title: string;
  /** What the browser's tab says instead of the title. */
  readonly tab?: string;
  /** Where this page belongs; above the title. */
  readonly trail?: ReactNode;
  /** Beside the title: a status. */
  readonly mark?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

/** Head of a page. Its h1 takes the focus after navigation. */
export function PageHeader({ title, tab = title, trail, mark, description, actions }: PageHeaderProps): ReactNode {
  return (
    <header className={styles["header"]}>
      <PageTitle>{tab}</PageTitle>
      <div className={styles["words"]}>
        {trail}
        <div className={styles["line"]}>
          <h1 tabIndex={-1} className={styles["title"]}>
            {title}
          </h1>
          {mark}
        </div>
        {description !== undefined && <p className={styles["description"]}>{description}</p>}
      </div>
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </header>
  );
}
