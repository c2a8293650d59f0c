import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { clientOf } from "../../api/api";
import { DataProtectionService } from "../../api/services";
import { useApi } from "../../api/api-context";
import type { ErasePersonResponse, HeldContact } from "../../api/messages";
import { FormDialog } from "../../ui/FormDialog";
import { Field } from "../../ui/Field";
import { useSubmission } from "../../ui/use-submission";
import { othersOf, uidsOf } from "./held";
import { personMessages as messages } from "./messages";

interface EraseDialogProps {
  readonly address: string;
  readonly items: readonly HeldContact[];
  readonly onClose: () => void;
  readonly onErased: (receipt: ErasePersonResponse) => void;
}

/** Explains the erasure, and requires the address to be typed before it. */
export function EraseDialog({ address, items, onClose, onErased }: EraseDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const { busy, fault, submit } = useSubmission<undefined>(async () => {
    onErased(await clientOf(api, DataProtectionService).erasePerson({ address }));
  });
  const send = (): void => {
    const same = typed.trim().toLowerCase() === address.toLowerCase();
    setWrong(!same);
    if (same) void submit(undefined);
  };
  const uids = uidsOf(items);
  const others = othersOf(items, address);
  return (
    <FormDialog
      title={messages.erase}
      width={520}
      submit={messages.eraseSubmit}
      danger
      busy={busy}
      fault={fault}
      lead={
        <>
          <p>
            <FormattedMessage {...messages.eraseText} values={{ address, count: uids.length, uids: uids.join(", ") }} />
          </p>
          {others.length > 0 && (
            <p>
              <FormattedMessage {...messages.eraseOthers} values={{ addresses: others.join(", ") }} />
            </p>
          )}
        </>
      }
      onSubmit={send}
      onClose={onClose}
    >
      <Field
        label={messages.confirm}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={wrong ? formatMessage(messages.confirmWrong, { address }) : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
      />
    </FormDialog>
  );
}
