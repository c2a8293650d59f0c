import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { toFault } from "../../api/fault";
import { nameFault, NAME_MAX } from "../../i18n/scoring-name";
import { faultMessage } from "../../i18n/fault-message";
import type { Message } from "../../i18n/define-messages";
import { paths } from "../../lib/paths";
import { editPath } from "../scoring-editor";
import { scoringsMessages } from "./messages";
import { DRAFT } from "../../lib/status";
import { isFinished, type ScoringRow } from "./rows";
import styles from "./ScoringTable.module.css";

/** A scoring's name, which leads to its report or to where it was left. */
export function NameLink({ row }: { readonly row: ScoringRow }): ReactNode {
  const { formatMessage } = useIntl();
  const name =
    row.name === "" ? (
      <span className={styles["quiet"]}>
        <FormattedMessage {...scoringsMessages.unnamed} />
      </span>
    ) : (
      row.name
    );
  const look = { className: styles["name"] };
  if (row.status === DRAFT) {
    return (
      <Link {...look} {...editPath(row)}>
        {name}
      </Link>
    );
  }
  if (!isFinished(row)) {
    return (
      <Link {...look} to={paths.loading(row.id)}>
        {name}
      </Link>
    );
  }
  return (
    <Link
      {...look}
      to={paths.report(row.id, row.lines[0] ? { scoringType: row.lines[0].channel } : {})}
      aria-label={formatMessage(scoringsMessages.openReport, { name: row.name })}
    >
      {name}
    </Link>
  );
}

/** The row was told to be renamed: its field is what comes next. */
function take(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

interface RenameFieldProps {
  readonly row: ScoringRow;
  /** Keeps the name; a refusal is thrown. */
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The name as a field, in its row. Enter keeps it, Escape leaves it as it was. */
export function RenameField({ row, onName, onClose }: RenameFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const [name, setName] = useState(row.name);
  const [error, setError] = useState<Message>();
  const keep = async (): Promise<void> => {
    const wanted = name.trim();
    const fault = nameFault(wanted);
    if (fault) {
      setError(fault);
      return;
    }
    if (wanted === row.name) {
      onClose();
      return;
    }
    try {
      await onName(wanted);
      onClose();
    } catch (thrown) {
      setError(faultMessage(toFault(thrown)));
    }
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter") void keep();
  };
  return (
    <div className={styles["rename"]}>
      <input
        ref={take}
        aria-label={formatMessage(scoringsMessages.name)}
        aria-invalid={error !== undefined}
        {...(error ? { "aria-describedby": id } : {})}
        value={name}
        maxLength={NAME_MAX * 2}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onKeyDown={keys}
        onBlur={() => void keep()}
      />
      {error && (
        <p id={id} role="alert" className={styles["wrong"]}>
          <FormattedMessage {...error} />
        </p>
      )}
    </div>
  );
}
