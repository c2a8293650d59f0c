import { useId, type ReactNode, type Ref } from "react";
import { FormattedMessage } from "react-intl";
import type { Fault } from "../api/fault";
import { commonMessages } from "../i18n/common-messages";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { FaultAlert } from "./FaultAlert";
import styles from "./FormDialog.module.css";

interface FormDialogProps {
  readonly title: ReactNode;
  readonly width?: number;
  /** What the button says that sends the form. */
  readonly submit: ReactNode;
  /** Something ends or is lost. */
  readonly danger?: boolean;
  readonly busy: boolean;
  /** What no field is to blame for. */
  readonly fault?: Fault | undefined;
  /** What the form is for, above the fault. */
  readonly lead?: ReactNode;
  readonly form?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form over the page. Its own rules say what is wrong, not the browser's. */
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
      secondary={
        <Button onClick={onClose}>
          <FormattedMessage {...commonMessages.cancel} />
        </Button>
      }
      primary={
        <Button type={danger ? "default" : "primary"} danger={danger} htmlType="submit" form={id} loading={busy}>
          {submit}
        </Button>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className={styles["form"]}
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
