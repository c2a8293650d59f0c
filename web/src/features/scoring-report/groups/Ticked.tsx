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

/** Below a table with boxes: how many contacts are ticked, and the group that can be made of them. */
export function Ticked({ count, selected }: TickedProps): ReactNode {
  const { view } = useFrame();
  // Visitors that are no contacts join no group.
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
