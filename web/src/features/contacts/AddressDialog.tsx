import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Contact } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FaultAlert } from "../../ui/FaultAlert";
import { useFieldSubmission } from "../../ui/use-field-submission";
import { AddressFields, isEmpty, type Addresses } from "./AddressFields";
import type { ContactChanges } from "./changes";
import { editMessages as messages } from "./edit-messages";
import { contactPlaces } from "./places";

interface AddressDialogProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
  readonly onClose: () => void;
}

/** Changes the addresses of a contact; only what differs is sent. */
export function AddressDialog({ contact, changes, onClose }: AddressDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
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
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    const nobody = isEmpty(addresses);
    if (nobody) refuse({ email: formatMessage(messages.addressMissing) });
    else void submit(addresses);
  };
  return (
    <Dialog
      title={<FormattedMessage {...messages.changeAddresses} />}
      width={480}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={busy}>
            <FormattedMessage {...messages.save} />
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={send}>
        {fault && <FaultAlert fault={fault} />}
        <AddressFields
          addresses={addresses}
          errors={errors}
          onChange={(next, name) => {
            setAddresses(next);
            forget(name, "email");
          }}
        />
      </form>
    </Dialog>
  );
}
