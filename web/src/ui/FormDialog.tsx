import { useId, type ReactNode, type Ref } from "react";
import type { Fault } from "../api/fault";
import { commonMessages } from "../i18n/common-messages";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { FaultAlert } from "./FaultAlert";
import { wordsOf, type Words } from "./words";

interface FormDialogProps {
  readonly title: Words;
  readonly width?: number;
  /** The label of the submit button. */
  readonly submit: Words;
  /** The action ends or deletes something. */
  readonly danger?: boolean;
  readonly busy: boolean;
  /** A failure that belongs to no field. */
  readonly fault?: Fault | undefined;
  /** The purpose of the form, above the fault. */
  readonly lead?: ReactNode;
  readonly form?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. Its own validation reports errors, not the browser's. */
export function FormDialog({
  title,
  width = 480,
  submit,
  danger = false,
  busy,
  fault,
  lead,
  form,
  onSubmit,
  onClose,
  children,
}: FormDialogProps): ReactNode {
  const id = useId();
  return (
    <Dialog
      title={title}
      width={width}
      onClose={onClose}
      secondary={<Button label={commonMessages.cancel} onClick={onClose} />}
      primary={
        <Button type={danger ? "default" : "primary"} danger={danger} htmlType="submit" form={id} loading={busy}>
          {wordsOf(submit)}
        </Button>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {lead}
        {fault && <FaultAlert fault={fault} />}
        {children}
      </form>
    </Dialog>
  );
}
