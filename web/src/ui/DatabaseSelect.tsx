import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../i18n/define-messages";
import { wordMessages } from "../i18n/word-messages";
import { useDatabaseName } from "../stores/database-store";
import styles from "./DatabaseSelect.module.css";
import { Select } from "./Select";

interface DatabaseSelectProps {
  /** The label, "Database" by default. */
  readonly label?: Message;
  readonly uids: readonly string[];
  readonly value: string;
  /** The option for all databases, with an empty value; absent if one must be chosen. */
  readonly all?: string;
  readonly size?: "large";
  readonly onChange: (uid: string) => void;
}

/** A select of databases by name, with the uid where names are ambiguous. */
export function DatabaseSelect({ label, uids, value, all, size, onChange }: DatabaseSelectProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const nameOf = useDatabaseName();
  const words = (uid: string): string =>
    nameOf(uid) === uid ? uid : formatMessage(wordMessages.databaseNamed, { name: nameOf(uid), uid });
  return (
    <div className={styles["choice"]}>
      <label htmlFor={id}>
        <FormattedMessage {...(label ?? wordMessages.database)} />
      </label>
      <Select
        id={id}
        value={value}
        {...(size && { size })}
        options={[
          ...(all === undefined ? [] : [{ value: "", label: all }]),
          ...uids.map((uid) => ({ value: uid, label: words(uid) })),
        ]}
        onChange={onChange}
      />
    </div>
  );
}
