import { useState, type ReactNode } from "react";
import type { Contact } from "../../../api/messages";
import { FormDialog } from "../../../ui/FormDialog";
import { useForm } from "../../../ui/use-form";
import { AddressFields, isEmpty, type Addresses } from "./AddressFields";
import type { ContactChanges } from "./changes";
import { editMessages as messages } from "./messages";
import { contactPlaces } from "./field-places";
import { wordMessages } from "../../../i18n/word-messages";
import { recipientReasons } from "../../../i18n/recipient-fault-messages";

interface AddressDialogProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
  readonly onClose: () => void;
}

/** Changes the addresses of a contact; only changed fields are sent. */
export function AddressDialog({ contact, changes, onClose }: AddressDialogProps): ReactNode {
  const { email, gsm, externalId } = contact;
  const before: Addresses = { email, gsm, externalId };
  const [addresses, setAddresses] = useState(before);
  const { form, busy, fault, errors, submit, forget } = useForm({
    values: addresses,
    places: contactPlaces([]),
    check: (wanted) => ({ email: isEmpty(wanted) && recipientReasons.CONTACT_ADDRESS_MISSING }),
    send: async (wanted) => {
      const names = (["email", "gsm", "externalId"] as const).filter((name) => wanted[name].trim() !== before[name]);
      const only = (of: Addresses): Partial<Addresses> => Object.fromEntries(names.map((name) => [name, of[name]]));
      if (names.length > 0) await changes.make(only(wanted), { message: messages.addressesChanged }, only(before));
      onClose();
    },
  });
  return (
    <FormDialog
      title={messages.changeAddresses}
      submit={wordMessages.save}
      busy={busy}
      fault={fault}
      form={form}
      onSubmit={submit}
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
