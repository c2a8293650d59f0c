import { useState, type ReactNode } from "react";
import type { Contact } from "../../../api/messages";
import { FormDialog } from "../../../ui/FormDialog";
import { useForm } from "../../../ui/use-form";
import type { ContactChanges } from "./changes";
import { editMessages as messages } from "./messages";
import { FeatureFields, fieldOf, plainValue, type Values } from "./FeatureFields";
import type { Choices } from "./loader";
import { contactPlaces } from "./field-places";
import { wordMessages } from "../../../i18n/word-messages";

interface FeaturesDialogProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
  readonly choices: Choices;
  readonly onClose: () => void;
}

/** Changes the values of a contact's features; an emptied field removes the value. */
export function FeaturesDialog({ contact, changes, choices, onClose }: FeaturesDialogProps): ReactNode {
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
  const { form, busy, fault, errors, submit, forget } = useForm({
    values,
    places: contactPlaces(changed),
    send: async (wanted) => {
      const notice = { message: messages.featuresChanged };
      if (changed.length > 0) await changes.make({ properties: send(wanted) }, notice, { properties: send(before) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={messages.changeFeatures}
      width={520}
      submit={wordMessages.save}
      busy={busy}
      fault={fault}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <FeatureFields
        features={features}
        values={values}
        errors={errors}
        onChange={(next, feature) => {
          setValues(next);
          forget(fieldOf(feature));
        }}
      />
    </FormDialog>
  );
}
