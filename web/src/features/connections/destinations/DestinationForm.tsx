import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Destination } from "../../../api/messages";
import { channelMessages, commonMessages } from "../../../i18n/common-messages";
import { wordMessages } from "../../../i18n/word-messages";
import { isChannel } from "../../../lib/channel";
import { Field, Labelled } from "../../../ui/Field";
import { FormDialog } from "../../../ui/FormDialog";
import { Select } from "../../../ui/Select";
import { useForm } from "../../../ui/use-form";
import { destinationMessages as messages } from "../destination-messages";
import { connectionMessages } from "../messages";
import type { ScoringChoice } from "./loader";
import { hasFields } from "./providers";
import { SelectionFields, type Chosen } from "./SelectionFields";
import { TargetFields, type Target } from "./TargetFields";

/** The values of the form. */
export interface Entered {
  readonly name: string;
  readonly target: Target;
  /** Empty to leave the key unchanged. */
  readonly key: string;
  readonly selection: Chosen & { readonly bands: number[]; readonly reasons: string[] };
}

const PLACES = {
  paths: {
    name: "name",
    key: "key",
    list: "list",
    tag: "tag",
    field: "field",
    "selection.bands": "bands",
    "selection.reasons": "bands",
  },
  reasons: { DESTINATION_LIST_TAKEN: "list" },
};

const FIELD = /^([A-Z][A-Z0-9_]{0,9})?$/;

interface DestinationFormProps {
  /** Undefined for a new destination. */
  readonly before?: Destination;
  readonly scorings: readonly ScoringChoice[];
  readonly onSend: (entered: Entered) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The list at a provider and the selection of its contacts. The list of an existing destination cannot be changed. */
export function DestinationForm({ before, scorings, onSend, onClose }: DestinationFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const [name, setName] = useState(before?.name ?? "");
  const [key, setKey] = useState("");
  const [target, setTarget] = useState<Target>(() => before ?? NEW);
  const [selection, setSelection] = useState<Chosen>(() => chosenOf(before, scorings));
  const scoring = scorings.find(({ id }) => id === selection.scoringId);
  const { form, busy, fault, errors, submit, forget, text } = useForm<Entered>({
    values: {
      name: name.trim(),
      key: key.trim(),
      selection: { ...selection, bands: [...selection.bands], reasons: [...selection.reasons] },
      target: { ...target, list: target.list.trim(), tag: target.tag.trim(), field: target.field.trim() },
    },
    places: PLACES,
    check: (values) => ({
      name: values.name === "" && commonMessages.required,
      key: !before && values.key === "" && commonMessages.required,
      list: values.target.list === "" && commonMessages.required,
      tag: values.target.provider === "mailchimp" && values.target.tag === "" && commonMessages.required,
      field: !FIELD.test(values.target.field) && messages.fieldWrong,
      bands: values.selection.bands.length + values.selection.reasons.length === 0 && messages.bandsMissing,
    }),
    send: onSend,
  });
  return (
    <FormDialog
      title={before ? messages.edit : messages.add}
      submit={before ? wordMessages.save : connectionMessages.addList}
      busy={busy}
      fault={fault}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={wordMessages.name} autoComplete="off" maxLength={60} {...text("name", name, setName)} />
      {!before && (
        <TargetFields
          target={target}
          errors={errors}
          onChange={(changed) => {
            setTarget((one) => {
              const next = { ...one, ...changed };
              return hasFields(next.provider) ? next : { ...next, field: "" };
            });
            forget("list", "tag", "field");
          }}
        />
      )}
      <Field
        label={messages.key}
        type="password"
        autoComplete="off"
        aria-required={!before}
        maxLength={300}
        extra={before && messages.keyKept}
        {...text("key", key, setKey)}
      />
      <Labelled label={wordMessages.scoring}>
        {(control) => (
          <Select
            {...control}
            size="large"
            value={selection.scoringId}
            options={[
              ...(scoring ? [] : [{ value: selection.scoringId, label: formatMessage(messages.fromGone) }]),
              ...scorings.map((one) => ({ value: one.id, label: one.name })),
            ]}
            onChange={(scoringId) => {
              const channels = scorings.find(({ id }) => id === scoringId)?.channels ?? [];
              const scoringType = channels.find((one) => one === selection.scoringType) ?? channels[0] ?? "mailing";
              // Reasons of another channel could not be seen, and would be refused.
              const reasons = scoringType === selection.scoringType ? selection.reasons : [];
              setSelection({ ...selection, scoringId, scoringType, reasons });
            }}
          />
        )}
      </Labelled>
      {scoring && scoring.channels.length > 1 && (
        <Labelled label={wordMessages.channel}>
          {(control) => (
            <Select
              {...control}
              size="large"
              value={selection.scoringType}
              options={scoring.channels.map((one) => ({ value: one, label: formatMessage(channelMessages[one]) }))}
              onChange={(scoringType) => {
                if (isChannel(scoringType)) setSelection({ ...selection, scoringType, reasons: [] });
              }}
            />
          )}
        </Labelled>
      )}
      <SelectionFields
        selection={selection}
        error={errors["bands"]}
        onChange={(changed) => {
          setSelection({ ...selection, ...changed });
          forget("bands");
        }}
      />
    </FormDialog>
  );
}

const NEW: Target = { provider: "sendgrid", region: "", list: "", tag: "", field: "PULS" };

function chosenOf(before: Destination | undefined, scorings: readonly ScoringChoice[]): Chosen {
  const first = scorings[0];
  if (!before) {
    return { scoringId: first?.id ?? "", scoringType: first?.channels[0] ?? "mailing", bands: [4], reasons: [] };
  }
  const { scoringId, scoringType, bands, reasons } = before;
  return { scoringId, scoringType: isChannel(scoringType) ? scoringType : "mailing", bands, reasons };
}
