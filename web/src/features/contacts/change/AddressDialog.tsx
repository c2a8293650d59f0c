import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Contact } from "../../../api/messages";
import { FormDialog } from "../../../ui/FormDialog";
import { useFieldSubmission } from "../../../ui/use-field-submission";
import { AddressFields, isEmpty, type Addresses } from "./AddressFields";
import type { ContactChanges } from "./changes";
import { editMessages as messages } from "./messages";
import { contactPlaces } from "./field-places";

interface AddressDialogProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
  readonly onClose: () => void;
}

/** Changes the addresses of a contact; only what differs is sent. */
export function AddressDialog({ contact, changes, onClose }: AddressDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const { email, gsm, externalId } = contact;
  const before: Addresses = { email, gsm, externalId };
  const [addresses, setAddresses] = useState(before);
  const { form, busy, fault, errors, submit, refuse, forget } = useFieldSubmission<Addresses>(
    contactPlaces([]),
    async (wanted) => {
      const names = (["email", "gsm", "externalId"] as const).filter((name) => wanted[name].trim() !== before[name]);
      const only = (of: Addresses): Partial<Addresses> => Object.fromEntries(names.map((name) => [name, of[name]]));
      if (names.length > 0) await changes.make(only(wanted), { message: messages.addressesChanged }, only(before));
      onClose();
    },
  );
  const send = (): void => {
    const nobody = isEmpty(addresses);
    if (nobody) refuse({ email: formatMessage(messages.addressMissing) });
    else void submit(addresses);
  };
  return (
    <FormDialog
      title={<FormattedMessage {...messages.changeAddresses} />}
      submit={<FormattedMessage {...messages.save} />}
      busy={busy}
      fault={fault}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <AddressFields
        addresses={addresses}
        errors={errors}
        onChange={(next, name) => {
          setAddresses(next);
          forget(name, "email");
        }}
      />
    </FormDialog>
  );
}
