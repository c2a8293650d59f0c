import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Import, ValueCount } from "../../../api/messages";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { ValueList } from "./ValueList";
import values from "./Values.module.css";
import { meaningMessages, valueMessage, valuesMessages as messages } from "./values-messages";

/** Values that the check met and that have no meaning: what is said of them here holds for another check. */
export function UnknownValues({ of: item }: { readonly of: Import }): ReactNode {
  const { actions } = useImport();
  const { reading, busy } = useImportState((state) => state);
  const columns = item.values.flatMap((column) => {
    const unknown = column.values.filter(({ meaning }) => meaning === "");
    return unknown.length === 0 ? [] : [{ ...column, values: unknown }];
  });
  if (columns.length === 0) return null;
  return (
    <Card
      title={<FormattedMessage {...messages.atCheck} />}
      description={<FormattedMessage {...messages.atCheckText} />}
      extra={
        <Button loading={busy === "check" || busy === "inspect"} onClick={() => void actions.check()}>
          <FormattedMessage {...messages.again} />
        </Button>
      }
    >
      {columns.map(({ column, field, values: unknown }) => (
        <div key={column} className={styles["below"]}>
          <p className={values["title"]}>
            <FormattedMessage {...messages.title} values={{ column }} />
          </p>
          <ValueList
            column={column}
            field={field}
            values={unknown.map((one) => ({ ...one, meaning: reading.values[column]?.[one.value] ?? "" }))}
            other={0}
          />
        </div>
      ))}
    </Card>
  );
}

/** What the values of a file were taken for. */
export function TakenValues({ of: item }: { readonly of: Import }): ReactNode {
  if (item.values.length === 0) return null;
  return (
    <Card title={<FormattedMessage {...messages.taken} />}>
      {item.values.map(({ column, field, values: list }) => (
        <div key={column} className={styles["below"]}>
          <p className={values["title"]}>{column}</p>
          <p className={values["taken"]}>
            {list.map((one) => (
              <Taken key={one.value} field={field} of={one} />
            ))}
          </p>
        </div>
      ))}
    </Card>
  );
}

function Taken({
  field,
  of: { value, count, meaning },
}: {
  readonly field: string;
  readonly of: ValueCount;
}): ReactNode {
  const { formatMessage } = useIntl();
  const said = valueMessage(value);
  return (
    <span>
      <FormattedMessage
        {...messages.takenOne}
        values={{
          value: said ? formatMessage(said) : value,
          count,
          meaning: formatMessage(meaningMessages(field, meaning)),
        }}
      />
    </span>
  );
}
