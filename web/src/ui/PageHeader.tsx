import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import { commonMessages } from "../i18n/common-messages";
import type { Message } from "../i18n/define-messages";
import styles from "./PageHeader.module.css";
import { PageTitle } from "./PageTitle";

interface PageHeaderProps {
  readonly title: string;
  /** What the browser's tab says instead of the title. */
  readonly tab?: string;
  /** The page that this one belongs to; above the title. */
  readonly trail?: { readonly to: string; readonly name: Message };
  /** Beside the title: a status. */
  readonly mark?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

/** Head of a page. Its h1 takes the focus after navigation. */
export function PageHeader({ title, tab = title, trail, mark, description, actions }: PageHeaderProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <header className={styles["header"]}>
      <PageTitle>{tab}</PageTitle>
      <div className={styles["words"]}>
        {trail && (
          <nav aria-label={formatMessage(commonMessages.trail)}>
            <Link to={trail.to}>{formatMessage(trail.name)}</Link>
          </nav>
        )}
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
