import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage } from "react-intl";
import type { Contact } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FaultAlert } from "../../ui/FaultAlert";
import { useFieldSubmission } from "../../ui/use-field-submission";
import type { ContactChanges } from "./changes";
import styles from "./Contacts.module.css";
import { editMessages as messages } from "./edit-messages";
import { FeatureFields, fieldOf, plainValue, type Values } from "./FeatureFields";
import type { Choices } from "./loader";
import { contactPlaces } from "./places";

interface FeaturesDialogProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
  readonly choices: Choices;
  readonly onClose: () => void;
}

/** Changes the values of a contact's features; an emptied field takes the value away. */
export function FeaturesDialog({ contact, changes, choices, onClose }: FeaturesDialogProps): ReactNode {
  const id = useId();
  const features = choices.features.filter(({ uid }) => uid === contact.uid);
  const [before] = useState<Values>(() => new Map(contact.properties.map((one) => [one.id, one.value])));
  const [values, setValues] = useState(before);
  const changed = [...values.keys()].filter((one) => values.get(one)?.trim() !== (before.get(one) ?? ""));
  const send = (of: Values) =>
    changed.map((propertyId) => ({
      propertyId,
      value: plainValue(
        of.get(propertyId) ?? "",
        features.find((one) => one.id === propertyId),
      ),
    }));
  const { form, busy, fault, errors, submit, forget } = useFieldSubmission<undefined>(
    contactPlaces(changed),
    async () => {
      const said = { message: messages.featuresChanged };
      if (changed.length > 0) await changes.make({ properties: send(values) }, said, { properties: send(before) });
      onClose();
    },
  );
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    void submit(undefined);
  };
  return (
    <Dialog
      title={<FormattedMessage {...messages.changeFeatures} />}
      width={520}
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
      <form ref={form} id={id} noValidate className={styles["stack"]} onSubmit={save}>
        {fault && <FaultAlert fault={fault} />}
        <FeatureFields
          features={features}
          values={values}
          errors={errors}
          onChange={(next, feature) => {
            setValues(next);
            forget(fieldOf(feature));
          }}
        />
      </form>
    </Dialog>
  );
}
