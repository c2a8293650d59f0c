import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { UsedBy as Use } from "../../api/messages";
import { isChannel } from "../../lib/channel";
import { paths } from "../../lib/paths";
import { useDatabaseName } from "../../stores/database-store";
import styles from "./Catalogue.module.css";
import { catalogueMessages as messages } from "./messages";
import type { Row } from "./view";

/** The scorings that use an item, each once, as links to their reports. */
export function UsedBy({ usedBy }: { readonly usedBy: readonly Use[] }): ReactNode {
  return (
    <ul className={styles["uses"]}>
      {scoringsOf(usedBy).map((use) => (
        <li key={use.scoringId}>
          <ReportLink use={use} />
        </li>
      ))}
    </ul>
  );
}

/** What a feature holds: scores, with the databases that a scoring writes them to unless it is all, or other data. */
export function Purpose({ row }: { readonly row: Row }): ReactNode {
  const nameOf = useDatabaseName();
  const uses = scoringsOf(row.flatMap(({ usedBy }) => usedBy));
  if (uses.length === 0) {
    return (
      <span className="quiet">
        <FormattedMessage {...messages.contactData} />
      </span>
    );
  }
  return (
    <ul className={`${styles["uses"]} ${styles["purpose"]}`}>
      {uses.map((use) => {
        const filled = row.filter(({ usedBy }) => usedBy.some(({ scoringId }) => scoringId === use.scoringId));
        return (
          <li key={use.scoringId}>
            <FormattedMessage {...messages.scoreOf} values={{ scoring: <ReportLink use={use} /> }} />
            {filled.length < row.length && (
              <span className="quiet"> ({filled.map(({ uid }) => nameOf(uid)).join(", ")})</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ReportLink({ use: { scoringId, name, scoringType } }: { readonly use: Use }): ReactNode {
  return <Link to={paths.report(scoringId, isChannel(scoringType) ? { scoringType } : {})}>{name}</Link>;
}

function scoringsOf(usedBy: readonly Use[]): readonly Use[] {
  return usedBy.filter(({ scoringId }, at) => usedBy.findIndex((one) => one.scoringId === scoringId) === at);
}
