import type { ReactNode } from "react";
import { countries, currencies } from "../../lib/regions";
import { Card } from "../../ui/Card";
import { Field, Labelled } from "../../ui/Field";
import type { Errors } from "../../ui/use-form";
import { billingMessages, settingsMessages as messages } from "./messages";
import type { BillingValues } from "./model";
import { RegionSelect } from "./RegionSelect";
import styles from "./SettingsPage.module.css";

interface BillingCardProps {
  readonly values: BillingValues;
  readonly errors: Errors;
  readonly onChange: (part: Partial<BillingValues>) => void;
}

/** The address on invoices. */
export function BillingCard({ values, errors, onChange }: BillingCardProps): ReactNode {
  const about = (name: keyof BillingValues) => ({ label: billingMessages[name], error: errors[name] });
  const text = (name: keyof BillingValues, autoComplete: string, maxLength: number): ReactNode => (
    <Field
      {...about(name)}
      name={name}
      aria-required={false}
      autoComplete={autoComplete}
      maxLength={maxLength}
      value={values[name] ?? ""}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  const choice = (name: "country" | "currency", list: typeof countries): ReactNode => (
    <Labelled {...about(name)}>
      {(control) => (
        <RegionSelect
          {...control}
          list={list}
          value={values[name]}
          onChange={(chosen) => onChange({ [name]: chosen })}
        />
      )}
    </Labelled>
  );
  return (
    <Card id="billing" title={messages.billing} description={messages.billingLead}>
      <div className={styles["row"]}>
        {text("companyName", "organization", 200)}
        {text("taxId", "off", 30)}
        {text("street", "street-address", 200)}
        {text("postCode", "postal-code", 20)}
        {text("city", "address-level2", 100)}
        {choice("country", countries)}
        {choice("currency", currencies)}
      </div>
    </Card>
  );
}
