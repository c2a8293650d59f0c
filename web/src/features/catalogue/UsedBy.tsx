import type { ReactNode } from "react";
import { Link } from "react-router";
import type { UsedBy as Use } from "../../api/messages";
import { isChannel } from "../../lib/channel";
import { paths } from "../../lib/paths";
import styles from "./Catalogue.module.css";

/** The scorings that use an item, each once, as links to their reports. */
export function UsedBy({ usedBy }: { readonly usedBy: readonly Use[] }): ReactNode {
  const scorings = usedBy.filter(({ scoringId }, at) => usedBy.findIndex((one) => one.scoringId === scoringId) === at);
  return (
    <ul className={styles["uses"]}>
      {scorings.map(({ scoringId, name, scoringType }) => (
        <li key={scoringId}>
          <Link to={paths.report(scoringId, isChannel(scoringType) ? { scoringType } : {})}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}
