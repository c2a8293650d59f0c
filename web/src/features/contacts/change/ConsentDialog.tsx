import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import { channelMessages } from "../../../i18n/common-messages";
import type { MessageChannel } from "../../../lib/channel";
import { FormDialog } from "../../../ui/FormDialog";
import { Field } from "../../../ui/Field";
import { useForm } from "../../../ui/use-form";
import type { ContactChanges } from "./changes";
import { NOTE_MAX } from "./ConsentFields";
import { editMessages as messages, consentMessages } from "./messages";
import { contactPlaces } from "./field-places";
import { recipientReasons } from "../../../i18n/recipient-fault-messages";

interface ConsentDialogProps {
  readonly channel: MessageChannel;
  readonly changes: ContactChanges;
  readonly onClose: () => void;
}

/** Stores a consent that the contact gave elsewhere, with its source. */
export function ConsentDialog({ channel, changes, onClose }: ConsentDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [note, setNote] = useState("");
  const { form, busy, fault, submit, text } = useForm({
    values: note.trim(),
    places: contactPlaces([]),
    check: (consentNote) => ({ consentNote: consentNote === "" && recipientReasons.CONSENT_NOTE_MISSING }),
    send: async (consentNote) => {
      const consent = (value: boolean) => ({ [CHANNEL_FIELDS[channel].consent]: value });
      await changes.make({ ...consent(true), consentNote }, { message: consentMessages.givenNow }, consent(false));
      onClose();
    },
  });
  return (
    <FormDialog
      title={
        <FormattedMessage {...consentMessages.giveOf} values={{ channel: formatMessage(channelMessages[channel]) }} />
      }
      submit={consentMessages.give}
      busy={busy}
      fault={fault}
      lead={
        <p>
          <FormattedMessage {...messages.onlyContact} />
        </p>
      }
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={messages.note}
        extra={messages.noteHint}
        autoComplete="off"
        maxLength={NOTE_MAX}
        {...text("consentNote", note, setNote)}
      />
    </FormDialog>
  );
}
