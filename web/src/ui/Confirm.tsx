import { useId, type ReactNode } from "react";
import { commonMessages } from "../i18n/common-messages";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { FaultAlert } from "./FaultAlert";
import { useSubmission } from "./use-submission";
import { wordsOf, type Words } from "./words";

interface ConfirmProps {
  readonly title: Words;
  /** The label of the confirming button. */
  readonly confirm: Words;
  /** Replaces "Cancel". */
  readonly cancel?: Words;
  /** The action ends or deletes something. */
  readonly danger?: boolean;
  /** The action is impossible; the text says why. */
  readonly disabled?: boolean;
  /** While it runs the button is busy; its failure is shown. It closes the dialog itself. */
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation of an action and describes the consequences. */
export function Confirm({
  title,
  confirm,
  cancel = commonMessages.cancel,
  danger = false,
  disabled = false,
  onConfirm,
  onClose,
  children,
}: ConfirmProps): ReactNode {
  const id = useId();
  const { busy, fault, submit } = useSubmission<undefined>(async () => await onConfirm());
  return (
    <Dialog
      title={title}
      onClose={onClose}
      secondary={<Button onClick={onClose}>{wordsOf(cancel)}</Button>}
      primary={
        <Button
          type={danger ? "default" : "primary"}
          danger={danger}
          loading={busy}
          disabled={disabled}
          aria-describedby={disabled ? id : undefined}
          onClick={() => void submit(undefined)}
        >
          {wordsOf(confirm)}
        </Button>
      }
    >
      <div id={id}>{children}</div>
      {fault && <FaultAlert fault={fault} />}
    </Dialog>
  );
}
