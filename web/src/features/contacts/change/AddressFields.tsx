import type { ReactNode } from "react";
import { Field } from "../../../ui/Field";
import styles from "./Change.module.css";
import { editMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { channelMessages } from "../../../i18n/common-messages";

export interface Addresses {
  readonly email: string;
  readonly gsm: string;
  readonly externalId: string;
}

export const NO_ADDRESSES: Addresses = { email: "", gsm: "", externalId: "" };

/** Whether there is no address. */
export function isEmpty({ email, gsm, externalId }: Addresses): boolean {
  return (email + gsm + externalId).trim() === "";
}

/** The contract's limits in characters. */
const MAX = { email: 320, gsm: 50, externalId: 255 } as const;

interface AddressFieldsProps {
  readonly addresses: Addresses;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (addresses: Addresses, name: keyof Addresses) => void;
}

/** The fields of a contact's addresses. */
export function AddressFields({ addresses, errors, onChange }: AddressFieldsProps): ReactNode {
  const field = (name: keyof Addresses) => ({
    name,
    "aria-required": false,
    autoComplete: "off",
    spellCheck: false,
    maxLength: MAX[name],
    value: addresses[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...addresses, [name]: event.target.value }, name),
  });
  return (
    <div className={`stack ${styles["fields"]}`}>
      <Field {...field("email")} inputMode="email" label={channelMessages.mailing} />
      <Field {...field("gsm")} inputMode="tel" label={wordMessages.phone} extra={messages.phoneHint} />
      <Field {...field("externalId")} label={wordMessages.externalId} extra={messages.externalIdHint} />
    </div>
  );
}
