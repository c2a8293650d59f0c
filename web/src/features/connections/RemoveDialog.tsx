import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../../i18n/define-messages";
import { Confirm } from "../../ui/Confirm";
import { connectionMessages as messages } from "./messages";

interface RemoveDialogProps {
  readonly title: Message;
  readonly text: Message;
  /** The name of the removed connection, inserted into title and text. */
  readonly name: string;
  /** More questions, below the text. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onRemove: () => Promise<unknown>;
}

/** Asks for confirmation before a connection is removed, and names it. */
export function RemoveDialog({ title, text, name, children, onClose, onRemove }: RemoveDialogProps): ReactNode {
  return (
    <Confirm
      title={<FormattedMessage {...title} values={{ name }} />}
      confirm={messages.remove}
      danger
      onConfirm={onRemove}
      onClose={onClose}
    >
      <p>
        <FormattedMessage {...text} values={{ name }} />
      </p>
      {children}
    </Confirm>
  );
}
