import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import { commonMessages } from "../i18n/common-messages";
import type { Message } from "../i18n/define-messages";
import styles from "./PageHeader.module.css";
import { PageTitle } from "./PageTitle";
import { wordsOf, type Words } from "./words";

interface PageHeaderProps {
  readonly title: Message | string;
  /** The title of the browser's tab, if different from the title. */
  readonly tab?: string;
  /** The parent page, shown above the title. */
  readonly trail?: { readonly to: string; readonly name: Message };
  /** A status, shown beside the title. */
  readonly mark?: ReactNode;
  readonly description?: Words;
  readonly actions?: ReactNode;
}

/** The header of a page. Its h1 takes the focus after navigation. */
export function PageHeader({ title: name, tab, trail, mark, description, actions }: PageHeaderProps): ReactNode {
  const { formatMessage } = useIntl();
  const title = typeof name === "string" ? name : formatMessage(name);
  return (
    <header className={styles["header"]}>
      <PageTitle>{tab ?? title}</PageTitle>
      <div className={styles["words"]}>
        {trail && (
          <nav aria-label={formatMessage(commonMessages.trail)}>
            <Link to={trail.to} className={styles["trail"]}>
              {formatMessage(trail.name)}
            </Link>
          </nav>
        )}
        <div className={styles["line"]}>
          <h1 tabIndex={-1} className={styles["title"]}>
            {title}
          </h1>
          {mark}
        </div>
        {description !== undefined && <p className={styles["description"]}>{wordsOf(description)}</p>}
      </div>
      {actions !== undefined && <div className="wrap">{actions}</div>}
    </header>
  );
}
