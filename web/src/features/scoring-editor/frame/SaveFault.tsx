import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router";
import type { Fault } from "../../../api/fault";
import { faultMessage } from "../../../i18n/fault-message";
import { fieldWords } from "../../../i18n/field-fault";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Notice } from "../../../ui/Notice";
import { useDraft, useEditor, useEditorState } from "../editor-context";
import { ENTERING } from "../entering";
import { editorMessages as messages, stepMessages } from "../messages";
import { pageOfField, stepOf } from "../model/steps";
import styles from "./Frame.module.css";
import { usePage } from "./navigation";

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
      title={<FormattedMessage {...faultMessage(fault)} />}
      description={
        <ul className={styles["refused"]}>
          {fields.map((field) => (
            <Refused key={field.field} field={field} />
          ))}
        </ul>
      }
    />
  );
}

function Refused({ field }: { readonly field: Fault["fields"][number] }): ReactNode {
  const { formatMessage } = useIntl();
  const [draft] = useDraft();
  const here = usePage();
  const page = pageOfField(draft, field.field);
  const { message, values } = fieldWords(field);
  const fault = formatMessage(message, values);
  const step = stepOf(draft, page);
  return (
    <li>
      {page === here || !step ? (
        fault
      ) : (
        <Link to={paths.edit(page, draft.id)} state={ENTERING}>
          <FormattedMessage {...messages.refused} values={{ fault, step: formatMessage(stepMessages[step.name]) }} />
        </Link>
      )}
    </li>
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
      title={<FormattedMessage {...messages.gone} />}
      action={
        <Button size="small" loading={busy} onClick={() => void save()}>
          <FormattedMessage {...messages.saveAsNew} />
        </Button>
      }
    />
  );
}
