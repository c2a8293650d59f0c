import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { formatTime } from "../../../lib/dates";
import { Button } from "../../../ui/Button";
import { useMe } from "../../session";
import { useEditor, useEditorState } from "../editor-context";
import { editorMessages as messages } from "../messages";
import styles from "./Frame.module.css";
import { commonMessages } from "../../../i18n/common-messages";

/** The state of saving: the only place that shows it. */
export function SaveState(): ReactNode {
  const { saving } = useEditor();
  const { timeZone } = useMe();
  const phase = useEditorState((state) => state.phase);
  const savedAt = useEditorState((state) => state.savedAt);
  return (
    <div role="status" className={styles["saveState"]} data-phase={phase}>
      {phase === "saving" && <FormattedMessage {...messages.saving} />}
      {phase === "saved" && savedAt && (
        <FormattedMessage {...messages.saved} values={{ time: formatTime(savedAt, timeZone) }} />
      )}
      {phase === "failed" && (
        <>
          <FormattedMessage {...messages.notSaved} />
          <Button label={commonMessages.retry} type="link" size="small" onClick={() => void saving.save()} />
        </>
      )}
    </div>
  );
}
