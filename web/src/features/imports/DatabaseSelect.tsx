import { useId, type ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Database } from "../../api/messages";
import { Select } from "../../ui/Select";
import styles from "./Imports.module.css";
import { ownOf } from "./loader";
import { fileMessages } from "./messages";

interface DatabaseSelectProps {
  readonly label: ReactNode;
  readonly databases: readonly Database[];
  /** Empty for the account's own. */
  readonly uid: string;
  readonly onChange: (uid: string) => void;
}

/** The database of rows that name none, by default the account's own. */
export function DatabaseSelect({ label, databases, uid, onChange }: DatabaseSelectProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  return (
    <div className={styles["choice"]}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={uid || ownOf(databases)}
        options={databases.map(({ uid: value, own }) => ({
          value,
          label: own ? formatMessage(fileMessages.own, { uid: value }) : value,
        }))}
        onChange={onChange}
      />
    </div>
  );
}
