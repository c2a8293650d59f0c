import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Field, Labelled } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import type { Errors } from "../../../ui/use-form";
import { destinationListMessages, destinationMessages as messages } from "../destination-messages";
import { hasFields, hasRegions, hasTags, listProviderNames } from "./providers";

/** A list at a provider. */
export interface Target {
  readonly provider: string;
  /** "eu", or "" for the default region. */
  readonly region: string;
  readonly list: string;
  readonly tag: string;
  readonly field: string;
}

interface TargetFieldsProps {
  readonly target: Target;
  readonly errors: Errors;
  readonly onChange: (changed: Partial<Target>) => void;
}

/** The choice of a provider and its list, in the terms of that provider. */
export function TargetFields({ target, errors, onChange }: TargetFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { provider, region } = target;
  const words = destinationListMessages[provider];
  const text = (name: "list" | "tag" | "field", maxLength: number) => ({
    name,
    autoComplete: "off",
    maxLength,
    value: target[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <Labelled label={messages.provider}>
        {(control) => (
          <Select
            {...control}
            size="large"
            value={provider}
            options={Object.entries(listProviderNames).map(([value, label]) => ({ value, label }))}
            onChange={(value) => onChange({ provider: value, region: "", tag: "" })}
          />
        )}
      </Labelled>
      {hasRegions(provider) && (
        <Labelled label={messages.region}>
          {(control) => (
            <Select
              {...control}
              size="large"
              value={region}
              options={[
                { value: "", label: formatMessage(messages.regionUsual) },
                { value: "eu", label: formatMessage(messages.regionEurope) },
              ]}
              onChange={(value) => onChange({ region: value })}
            />
          )}
        </Labelled>
      )}
      {words && <Field {...text("list", 200)} label={words.label} spellCheck={false} extra={words.text} />}
      {hasTags(provider) && <Field {...text("tag", 100)} label={messages.tag} extra={messages.tagText} />}
      {hasFields(provider) && (
        <Field
          {...text("field", 10)}
          label={messages.field}
          spellCheck={false}
          aria-required={false}
          extra={messages.fieldText}
        />
      )}
    </>
  );
}
