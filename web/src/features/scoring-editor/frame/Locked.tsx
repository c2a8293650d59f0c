import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { nameWith } from "../../../i18n/scoring-name";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { useDraft, useEditor } from "../editor-context";
import { ENTERING } from "../entering";
import { conflictMessages, editorMessages as messages } from "../messages";

/** Why an active scoring can only be read, and the two ways to change it. */
export function Locked(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [{ name }] = useDraft();
  const { saving } = useEditor();
  const [copying, setCopying] = useState(false);
  const copy = async (): Promise<void> => {
    setCopying(true);
    const id = await saving.copy(nameWith(name, formatMessage(conflictMessages.copyName)));
    setCopying(false);
    if (id !== undefined) void navigate(paths.edit("", id), { state: ENTERING });
  };
  return (
    <Notice
      type="info"
      role="note"
      title={messages.locked}
      description={messages.active}
      action={
        <>
          <Button label={messages.switchOff} size="small" onClick={() => void saving.switchOff()} />
          <Button label={messages.editCopy} size="small" loading={copying} onClick={() => void copy()} />
        </>
      }
    />
  );
}
