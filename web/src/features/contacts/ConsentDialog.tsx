import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { channelMessages, commonMessages } from "../../i18n/common-messages";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FaultAlert } from "../../ui/FaultAlert";
import { Field } from "../../ui/Field";
import { useFieldSubmission } from "../../ui/use-field-submission";
import type { ConsentChannel, ContactChanges } from "./changes";
import { NOTE_MAX } from "./ConsentFields";
import styles from "./Contacts.module.css";
import { consentMessages } from "./consent-messages";
import { editMessages as messages } from "./edit-messages";
import { contactPlaces } from "./places";

interface ConsentDialogProps {
  readonly channel: ConsentChannel;
  readonly changes: ContactChanges;
  readonly onClose: () => void;
}

/** Keeps a consent that the contact gave elsewhere, and where that was. */
export function ConsentDialog({ channel, changes, onClose }: ConsentDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const [note, setNote] = useState("");
  const { form, busy, fault, errors, submit, refuse, forget } = useFieldSubmission<string>(
    contactPlaces([]),
    async (consentNote) => {
      const consent = (value: boolean) => (channel === "mailing" ? { emailConsent: value } : { smsConsent: value });
      await changes.make({ ...consent(true), consentNote }, { message: consentMessages.givenNow }, consent(false));
      onClose();
    },
  );
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (note.trim() === "") refuse({ consentNote: formatMessage(messages.noteMissing) });
    else void submit(note.trim());
  };
  return (
    <Dialog
      title={
        <FormattedMessage {...consentMessages.giveOf} values={{ channel: formatMessage(channelMessages[channel]) }} />
      }
      width={480}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={busy}>
            <FormattedMessage {...consentMessages.giveSubmit} />
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate className={styles["stack"]} onSubmit={send}>
        <p>
          <FormattedMessage {...messages.onlyContact} />
        </p>
        {fault && <FaultAlert fault={fault} />}
        <Field
          name="consentNote"
          label={<FormattedMessage {...messages.note} />}
          extra={<FormattedMessage {...messages.noteHint} />}
          autoComplete="off"
          maxLength={NOTE_MAX}
          value={note}
          error={errors["consentNote"]}
          onChange={(event) => {
            setNote(event.target.value);
            forget("consentNote");
          }}
        />
      </form>
    </Dialog>
  );
}
