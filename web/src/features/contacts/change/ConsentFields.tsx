import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Checkbox } from "../../../ui/Checkbox";
import { Field } from "../../../ui/Field";
import styles from "./Change.module.css";
import { editMessages as messages } from "./messages";

/** As the contract limits a note. */
export const NOTE_MAX = 200;

export interface Consents {
  readonly emailConsent: boolean;
  readonly smsConsent: boolean;
  /** From what they are. */
  readonly consentNote: string;
}

export const NO_CONSENTS: Consents = { emailConsent: false, smsConsent: false, consentNote: "" };

interface ConsentFieldsProps {
  readonly consents: Consents;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (consents: Consents) => void;
}

/** What a contact consented to, and where that is from. */
export function ConsentFields({ consents, errors, onChange }: ConsentFieldsProps): ReactNode {
  const { emailConsent, smsConsent, consentNote } = consents;
  return (
    <div className={styles["stack"]}>
      <div className={styles["ticks"]}>
        <Checkbox checked={emailConsent} onChange={(on) => onChange({ ...consents, emailConsent: on })}>
          <FormattedMessage {...messages.emailConsent} />
        </Checkbox>
        <Checkbox checked={smsConsent} onChange={(on) => onChange({ ...consents, smsConsent: on })}>
          <FormattedMessage {...messages.smsConsent} />
        </Checkbox>
      </div>
      {(emailConsent || smsConsent) && (
        <Field
          name="consentNote"
          label={<FormattedMessage {...messages.note} />}
          extra={<FormattedMessage {...messages.noteHint} />}
          autoComplete="off"
          maxLength={NOTE_MAX}
          value={consentNote}
          error={errors["consentNote"]}
          onChange={(event) => onChange({ ...consents, consentNote: event.target.value })}
        />
      )}
    </div>
  );
}
