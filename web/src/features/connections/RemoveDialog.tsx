import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../../i18n/common-messages";
import type { Message } from "../../i18n/define-messages";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FaultAlert } from "../../ui/FaultAlert";
import { useSubmission } from "../../ui/use-submission";
import { connectionMessages as messages } from "./messages";

interface RemoveDialogProps {
  readonly title: Message;
  readonly text: Message;
  /** What is removed: it stands in both. */
  readonly name: string;
  /** What else is asked, under the text. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onRemove: () => Promise<unknown>;
}

/** Asks before something stops taking events, and names it. */
export function RemoveDialog({ title, text, name, children, onClose, onRemove }: RemoveDialogProps): ReactNode {
  const removing = useSubmission<undefined>(onRemove);
  return (
    <Dialog
      title={<FormattedMessage {...title} values={{ name }} />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button danger loading={removing.busy} onClick={() => void removing.submit(undefined)}>
            <FormattedMessage {...messages.remove} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage {...text} values={{ name }} />
      </p>
      {children}
      {removing.fault && <FaultAlert fault={removing.fault} />}
    </Dialog>
  );
}
