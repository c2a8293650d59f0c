import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Select } from "../../ui/Select";
import styles from "./Connections.module.css";
import { connectionMessages as messages } from "./messages";

interface UidSelectProps {
  readonly value: string;
  readonly uids: readonly string[];
  readonly onChange: (uid: string) => void;
}

/** In which database the people are looked for. */
export function UidSelect({ value, uids, onChange }: UidSelectProps): ReactNode {
  const id = useId();
  return (
    <div className={styles["choice"]}>
      <label htmlFor={id}>
        <FormattedMessage {...messages.database} />
      </label>
      <Select
        size="large"
        id={id}
        value={value}
        options={uids.map((uid) => ({ value: uid, label: uid }))}
        onChange={onChange}
      />
    </div>
  );
}
