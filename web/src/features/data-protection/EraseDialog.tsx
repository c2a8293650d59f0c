import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { clientOf } from "../../api/api";
import { DataProtectionService } from "../../api/services";
import { useApi } from "../../api/api-context";
import type { ErasePersonResponse, HeldContact } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { randomKey } from "../../lib/random-key";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FaultAlert } from "../../ui/FaultAlert";
import { Field } from "../../ui/Field";
import { useSubmission } from "../../ui/use-submission";
import styles from "./DataProtection.module.css";
import { othersOf, uidsOf } from "./held";
import { personMessages as messages } from "./person-messages";

interface EraseDialogProps {
  readonly address: string;
  readonly items: readonly HeldContact[];
  readonly onClose: () => void;
  readonly onErased: (receipt: ErasePersonResponse) => void;
}

/** Says what erasing does, and wants the address typed before it does it. */
export function EraseDialog({ address, items, onClose, onErased }: EraseDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const form = useId();
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  // Asked again after no answer came, it is erased once.
  const [key] = useState(randomKey);
  const { busy, fault, submit } = useSubmission<undefined>(async () => {
    onErased(
      await clientOf(api, DataProtectionService).erasePerson({ address }, { headers: { "idempotency-key": key } }),
    );
  });
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    const same = typed.trim().toLowerCase() === address.toLowerCase();
    setWrong(!same);
    if (same) void submit(undefined);
  };
  const uids = uidsOf(items);
  const others = othersOf(items, address);
  return (
    <Dialog
      title={<FormattedMessage {...messages.erase} />}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button danger htmlType="submit" form={form} loading={busy}>
            <FormattedMessage {...messages.eraseSubmit} />
          </Button>
        </>
      }
    >
      <form id={form} noValidate className={styles["stack"]} onSubmit={send}>
        <p>
          <FormattedMessage {...messages.eraseText} values={{ address, count: uids.length, uids: uids.join(", ") }} />
        </p>
        {others.length > 0 && (
          <p>
            <FormattedMessage {...messages.eraseOthers} values={{ addresses: others.join(", ") }} />
          </p>
        )}
        {fault && <FaultAlert fault={fault} />}
        <Field
          label={<FormattedMessage {...messages.confirm} />}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={wrong ? formatMessage(messages.confirmWrong, { address }) : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
      </form>
    </Dialog>
  );
}
