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
  const { provider, region, list, tag, field } = target;
  const words = destinationListMessages[provider];
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
      {words && (
        <Field
          label={words.label}
          name="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={list}
          error={errors["list"]}
          extra={words.text}
          onChange={(event) => onChange({ list: event.target.value })}
        />
      )}
      {hasTags(provider) && (
        <Field
          label={messages.tag}
          name="tag"
          autoComplete="off"
          maxLength={100}
          value={tag}
          error={errors["tag"]}
          extra={messages.tagText}
          onChange={(event) => onChange({ tag: event.target.value })}
        />
      )}
      {hasFields(provider) && (
        <Field
          label={messages.field}
          name="field"
          autoComplete="off"
          spellCheck={false}
          aria-required={false}
          maxLength={10}
          value={field}
          error={errors["field"]}
          extra={messages.fieldText}
          onChange={(event) => onChange({ field: event.target.value })}
        />
      )}
    </>
  );
}
