import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { editPath } from "../scoring-editor";
import { scoringsMessages } from "./messages";
import { DRAFT } from "../../lib/status";
import { isFinished, type ScoringRow } from "./rows";
import styles from "./ScoringTable.module.css";

/** A scoring's name, which links to its report or to the editor page where it was left. */
export function NameLink({ row }: { readonly row: ScoringRow }): ReactNode {
  const { formatMessage } = useIntl();
  const name =
    row.name === "" ? (
      <span className={styles["quiet"]}>
        <FormattedMessage {...scoringsMessages.unnamed} />
      </span>
    ) : (
      row.name
    );
  const look = { className: styles["name"] };
  if (row.status === DRAFT) {
    return (
      <Link {...look} {...editPath(row)}>
        {name}
      </Link>
    );
  }
  if (!isFinished(row)) {
    return (
      <Link {...look} to={paths.loading(row.id)}>
        {name}
      </Link>
    );
  }
  return (
    <Link
      {...look}
      to={paths.report(row.id, row.lines[0] ? { scoringType: row.lines[0].channel } : {})}
      aria-label={formatMessage(scoringsMessages.openReport, { name: row.name })}
    >
      {name}
    </Link>
  );
}
