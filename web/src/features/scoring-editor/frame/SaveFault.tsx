import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { faultMessage } from "../../../i18n/fault-message";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Notice } from "../../../ui/Notice";
import { useDraft, useEditor, useEditorState } from "../editor-context";
import { ENTERING } from "../entering";
import { editorMessages as messages } from "../messages";
import { FaultItem } from "./FaultItem";

/** The reason for the last refused save, with a link to the field to correct. A refused name is shown at its field. */
export function SaveFault(): ReactNode {
  const fault = useEditorState((state) => state.fault);
  const conflict = useEditorState((state) => state.conflict);
  if (!fault || conflict) return null;
  if (fault.reason === "SCORING_NOT_FOUND") return <Gone />;
  const fields = fault.fields.filter(({ field }) => field !== "name");
  if (fault.fields.length > 0 && fields.length === 0) return null;
  if (fields.length === 0) return <FaultAlert fault={fault} />;
  return (
    <Notice
      type="error"
      title={faultMessage(fault)}
      description={
        <ul className="points">
          {fields.map((field) => (
            <FaultItem key={field.field} fault={field} />
          ))}
        </ul>
      }
    />
  );
}

/** Shown when the scoring was deleted elsewhere: its settings can become a new draft. */
function Gone(): ReactNode {
  const { saving } = useEditor();
  const [{ name }] = useDraft();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const id = await saving.copy(name);
    setBusy(false);
    if (id === undefined) return;
    saving.discard();
    void navigate(paths.edit("", id), { state: ENTERING });
  };
  return (
    <Notice
      type="error"
      title={messages.gone}
      action={<Button label={messages.saveAsNew} size="small" loading={busy} onClick={() => void save()} />}
    />
  );
}
