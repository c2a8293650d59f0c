import CheckOutlined from "@ant-design/icons-svg/es/asn/CheckOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ValueCount } from "../../../api/messages";
import { Icon } from "../../../ui/Icon";
import { Select } from "../../../ui/Select";
import { useImport } from "../import-context";
import { checkMessages } from "./messages";
import { meaningMessages, meaningsOfField, valueMessage, valuesMessages as messages } from "./values-messages";
import styles from "./Values.module.css";

interface ValueListProps {
  /** The server's key of the column. */
  readonly column: string;
  readonly field: string;
  readonly values: readonly ValueCount[];
  /** The number of cells with values that are not listed. */
  readonly other: number;
}

/** The values of a column, each with its count and meaning; those without a meaning first. */
export function ValueList({ column, field, values, other }: ValueListProps): ReactNode {
  const unknown = values.filter(({ meaning }) => meaning === "");
  return (
    <div className="stack tight">
      <ul className={styles["list"]}>
        {[...unknown, ...values.filter(({ meaning }) => meaning !== "")].map((value) => (
          <Value key={value.value} column={column} field={field} of={value} />
        ))}
      </ul>
      {unknown.length > 0 && (
        <p className={styles["unknown"]} role="status">
          <FormattedMessage {...messages.unknown} values={{ count: unknown.length }} />
        </p>
      )}
      {other > 0 && (
        <p className="quiet">
          <FormattedMessage {...messages.other} values={{ count: other }} />
        </p>
      )}
    </div>
  );
}

function Value({ column, field, of }: { readonly column: string; readonly field: string; readonly of: ValueCount }) {
  const { formatMessage } = useIntl();
  const { actions } = useImport();
  const message = valueMessage(of.value);
  const word = message ? formatMessage(message) : of.value;
  const known = meaningsOfField(field).filter((meaning) => of.value !== "" || meaning === "keep" || meaning === "no");
  const choices = known.map((meaning) => ({
    value: meaning,
    label: formatMessage(meaningMessages(field, meaning)),
  }));
  return (
    <li className={styles["value"]}>
      <span className={styles["word"]} data-empty={message !== undefined}>
        {word}
      </span>
      <span className={styles["count"]}>
        <FormattedMessage {...checkMessages.rows} values={{ rows: of.count }} />
      </span>
      <Select
        aria-label={formatMessage(messages.meaningOf, { value: word })}
        aria-invalid={of.meaning === ""}
        value={of.meaning}
        options={[{ value: "", label: formatMessage(messages.choose) }, ...choices]}
        onChange={(meaning) => void actions.mean(column, of.value, meaning)}
      />
      {of.meaning !== "" && <Icon of={CheckOutlined} className={styles["tick"] ?? ""} />}
    </li>
  );
}
