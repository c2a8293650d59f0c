import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Property } from "../../../api/messages";
import { useLanguageStore } from "../../../i18n/language";
import { namedLike, NAME_MAX } from "../../../lib/named";
import { Combobox } from "../../../ui/Combobox";
import { Field } from "../../../ui/Field";
import { editMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The contract's limit for a value. */
const VALUE_MAX = 1000;

/** Values by the feature's number, in their order on screen. */
export type Values = ReadonlyMap<number, string>;

interface FeatureFieldsProps {
  /** The features of the contact's database. */
  readonly features: readonly Property[];
  readonly values: Values;
  /** By the field's name, see `fieldOf`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (values: Values, changed: number) => void;
}

/** The name of a feature's field. */
export function fieldOf(id: number): string {
  return `feature-${id}`;
}

/** Fields for the given values, and one that finds other features. Features that a scoring fills cannot be edited. */
export function FeatureFields({ features, values, errors, onChange }: FeatureFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState("");
  const open = features.filter(({ id, usedInScoring }) => !values.has(id) && !usedInScoring);
  return (
    <div className="stack">
      {[...values].map(([id, value]) => {
        const feature = features.find((one) => one.id === id);
        const filled = feature?.usedInScoring === true;
        return (
          <Field
            key={id}
            name={fieldOf(id)}
            label={feature?.name ?? String(id)}
            aria-required={false}
            autoComplete="off"
            inputMode={feature?.type === "Number" ? "decimal" : "text"}
            maxLength={VALUE_MAX}
            readOnly={filled}
            value={value}
            error={errors[fieldOf(id)]}
            extra={filled ? messages.filled : undefined}
            onChange={(event) => onChange(new Map(values).set(id, event.target.value), id)}
          />
        );
      })}
      {open.length > 0 && (
        <Combobox
          label={formatMessage(wordMessages.addFeature)}
          value={typed}
          maxLength={NAME_MAX}
          options={namedLike(open, undefined, typed).map(({ id, name, type }) => ({
            key: String(id),
            label: name,
            detail: formatMessage(type === "Number" ? wordMessages.number : wordMessages.text),
          }))}
          onType={setTyped}
          onPick={({ key }) => {
            onChange(new Map(values).set(Number(key), ""), Number(key));
            setTyped("");
          }}
        />
      )}
    </div>
  );
}

/** Converts a number from the notation of the user's language to that of the API. */
export function plainValue(value: string, feature: Property | undefined): string {
  const text = value.trim();
  if (feature?.type !== "Number") return text;
  const digits = text.replaceAll(/\s/g, "");
  if (useLanguageStore.getState().language === "pl") return digits.replace(",", ".");
  // Other commas are for the server to refuse: 1,5 may mean either.
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits) ? digits.replaceAll(",", "") : digits;
}
