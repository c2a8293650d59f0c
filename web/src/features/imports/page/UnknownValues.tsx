import type { ReactNode } from "react";
import { FormattedMessage, useIntl, type IntlShape } from "react-intl";
import type { Import } from "../../../api/messages";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Details } from "../../../ui/Details";
import { Table } from "../../../ui/Table";
import { useImport, useImportState } from "../import-context";
import { ValueList } from "./ValueList";
import values from "./Values.module.css";
import { meaningMessages, valueMessage, valuesMessages as messages } from "./values-messages";
import { checkMessages } from "./messages";

/** Values without a meaning that the check found; meanings set here apply to the next check. */
export function UnknownValues({ of: item }: { readonly of: Import }): ReactNode {
  const { actions } = useImport();
  const { reading, busy } = useImportState((state) => state);
  const columns = item.values.flatMap((column) => {
    const unknown = column.values.filter(({ meaning }) => meaning === "");
    return unknown.length === 0 ? [] : [{ ...column, values: unknown }];
  });
  if (columns.length === 0) return null;
  return (
    <Card title={messages.atCheck} description={messages.atCheckText}>
      <div className="stack">
        {columns.map(({ column, field, values: unknown }) => (
          <div key={column}>
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
        <div>
          <Button label={checkMessages.again} loading={busy === "check"} onClick={() => void actions.check()} />
        </div>
      </div>
    </Card>
  );
}

/** The number of values that a receipt shows at once. */
const FEW_VALUES = 6;

/** The meanings that a file's values were imported with. */
export function TakenValues({ of: item }: { readonly of: Import }): ReactNode {
  const { formatMessage } = useIntl();
  if (item.values.length === 0) return null;
  const count = item.values.reduce((sum, { values: list }) => sum + list.length, 0);
  return (
    <Card title={messages.taken}>
      <Details summary={<FormattedMessage {...messages.takenCount} values={{ count }} />} open={count <= FEW_VALUES}>
        <div className="stack">
          {item.values.map(({ column, field, values: list }) => (
            <div key={column}>
              <p className={values["title"]} aria-hidden>
                <FormattedMessage {...messages.title} values={{ column }} />
              </p>
              <Table
                className={values["taken"]}
                caption={formatMessage(messages.title, { column })}
                rows={list}
                rowKey={({ value }) => value}
                columns={[
                  { head: messages.value, wrap: true, cell: ({ value }) => wordOf(formatMessage, value) },
                  {
                    head: messages.meaning,
                    label: false,
                    cell: ({ meaning }) => formatMessage(meaningMessages(field, meaning)),
                  },
                  { head: checkMessages.count, number: true, cell: ({ count }) => count },
                ]}
              />
            </div>
          ))}
        </div>
      </Details>
    </Card>
  );
}

function wordOf(formatMessage: IntlShape["formatMessage"], value: string): string {
  const words = valueMessage(value);
  return words ? formatMessage(words) : value;
}
