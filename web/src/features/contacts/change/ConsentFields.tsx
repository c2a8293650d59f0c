import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { channelNames } from "../../../i18n/common-messages";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { Checkbox } from "../../../ui/Checkbox";
import { Field } from "../../../ui/Field";
import styles from "./Change.module.css";
import { editMessages as messages } from "./messages";

/** The contract's limit for a note. */
export const NOTE_MAX = 200;

export interface Consents {
  readonly channels: readonly MessageChannel[];
  /** The source of the consents. */
  readonly consentNote: string;
}

export const NO_CONSENTS: Consents = { channels: [], consentNote: "" };

interface ConsentFieldsProps {
  readonly consents: Consents;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (consents: Consents) => void;
}

/** The fields of a contact's consents and their source. */
export function ConsentFields({ consents, errors, onChange }: ConsentFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { channels, consentNote } = consents;
  const set = (channel: MessageChannel, on: boolean): void =>
    onChange({
      ...consents,
      channels: MESSAGE_CHANNELS.filter((one) => (one === channel ? on : channels.includes(one))),
    });
  return (
    <div className="stack">
      <div className={styles["ticks"]}>
        {MESSAGE_CHANNELS.map((channel) => (
          <Checkbox key={channel} checked={channels.includes(channel)} onChange={(on) => set(channel, on)}>
            <FormattedMessage {...messages.consentTo} values={{ channel: formatMessage(channelNames[channel]) }} />
          </Checkbox>
        ))}
      </div>
      {channels.length > 0 && (
        <Field
          name="consentNote"
          label={messages.note}
          extra={messages.noteHint}
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
