import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../../ui/Button";
import { useSubmission } from "../../../ui/use-submission";
import styles from "./Find.module.css";
import type { MembersMode } from "./members";
import { findMessages as messages } from "./messages";

interface SelectionBarProps {
  readonly count: number;
  /** The number of found contacts. */
  readonly total: number;
  readonly onAll: () => void;
  readonly onGroup: (mode: MembersMode) => void;
  readonly onDownload: () => Promise<void>;
  readonly onClear: () => void;
}

/** Actions for the selected contacts. The selection can be extended to all found ones. */
export function SelectionBar({ count, total, onAll, onGroup, onDownload, onClear }: SelectionBarProps): ReactNode {
  const { formatMessage } = useIntl();
  const download = useSubmission(onDownload);
  return (
    <div role="group" aria-label={formatMessage(messages.selection)} className={styles["selection"]}>
      <span role="status">
        <FormattedMessage {...messages.selected} values={{ count }} />
      </span>
      {count < total && (
        <Button size="small" type="link" onClick={onAll}>
          <FormattedMessage {...messages.selectAll} values={{ total }} />
        </Button>
      )}
      <Button label={messages.toGroup} size="small" onClick={() => onGroup("add")} />
      <Button label={messages.newGroup} size="small" onClick={() => onGroup("create")} />
      <Button label={messages.outOfGroup} size="small" onClick={() => onGroup("remove")} />
      <Button
        label={messages.download}
        size="small"
        loading={download.busy}
        onClick={() => void download.submit(undefined)}
      />
      <Button label={messages.clearSelection} size="small" type="link" onClick={onClear} />
    </div>
  );
}
