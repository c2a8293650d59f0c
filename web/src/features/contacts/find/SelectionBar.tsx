import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../../ui/Button";
import styles from "./Find.module.css";
import type { MembersMode } from "./members";
import { findMessages as messages } from "./messages";

interface SelectionBarProps {
  readonly count: number;
  readonly onGroup: (mode: MembersMode) => void;
  readonly onClear: () => void;
}

/** What can be done with the ticked contacts. */
export function SelectionBar({ count, onGroup, onClear }: SelectionBarProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <div role="group" aria-label={formatMessage(messages.selection)} className={styles["selection"]}>
      <span role="status">
        <FormattedMessage {...messages.selected} values={{ count }} />
      </span>
      <Button size="small" onClick={() => onGroup("add")}>
        <FormattedMessage {...messages.toGroup} />
      </Button>
      <Button size="small" onClick={() => onGroup("remove")}>
        <FormattedMessage {...messages.outOfGroup} />
      </Button>
      <Button size="small" type="link" onClick={onClear}>
        <FormattedMessage {...messages.clearSelection} />
      </Button>
    </div>
  );
}
