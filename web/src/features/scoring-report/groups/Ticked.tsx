import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useFrame } from "../report/use-report";
import { AddToGroupButton } from "./AddToGroupButton";
import styles from "./Ticked.module.css";
import { openMessages as messages } from "../report/messages";
import type { Selected } from "./targets";

interface TickedProps {
  /** Contacts in the ticked rows, which may be none. */
  readonly count: number;
  readonly selected: Selected;
}

/** The line below a table with checkboxes: the number of ticked contacts, and the action to put them into a group. */
export function Ticked({ count, selected }: TickedProps): ReactNode {
  const { view } = useFrame();
  // Visitors that are not contacts cannot join a group.
  if (view.userFilter === "unknown") return null;
  return (
    <div className={styles["ticked"]} data-screen>
      <span role="status">{count > 0 && <FormattedMessage {...messages.ticked} values={{ count }} />}</span>
      {count > 0 && (
        <AddToGroupButton size="small" selected={selected}>
          <FormattedMessage {...messages.ofTicked} />
        </AddToGroupButton>
      )}
    </div>
  );
}
