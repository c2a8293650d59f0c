import CheckOutlined from "@ant-design/icons-svg/es/asn/CheckOutlined";
import { useId, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { FileColumn, Inspection } from "../../../api/messages";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { ListTable } from "../../../ui/ListTable";
import { NoValue } from "../../../ui/NoValue";
import { Pager } from "../../../ui/Pager";
import { Select } from "../../../ui/Select";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { columnKey, doubled } from "../model/reading";
import { columnsMessages as messages } from "./columns-messages";
import { featureIn, useFieldName } from "./field-names";
import { NewFeature } from "./NewFeature";
import { ValueList } from "./ValueList";
import values from "./Values.module.css";
import { valuesMessages } from "./values-messages";

/** A file may have thousands of columns. */
const PAGE_SIZE = 50;

/** Each column of the file with its first values, and what it is. */
export function ColumnsTable({ inspection }: { readonly inspection: Inspection }): ReactNode {
  const { formatMessage } = useIntl();
  const { busy, reading } = useImportState((state) => state);
  const [page, setPage] = useState(1);
  const [making, setMaking] = useState<number>();
  const { columns } = inspection;
  const twice = doubled(reading.mapping);
  const first = (page - 1) * PAGE_SIZE;
  const used = reading.mapping.filter((field) => field !== "").length;
  return (
    <Card
      title={<FormattedMessage {...messages.title} />}
      description={<FormattedMessage {...messages.used} values={{ used, all: columns.length }} />}
    >
      <div className={styles["flush"]}>
        <ListTable
          caption={<FormattedMessage {...messages.title} />}
          busy={busy === "inspect"}
          head={
            <>
              <th scope="col">
                <FormattedMessage {...messages.column} />
              </th>
              <th scope="col">
                <FormattedMessage {...messages.values} />
              </th>
              <th scope="col">
                <FormattedMessage {...messages.field} />
              </th>
            </>
          }
        >
          {columns.slice(first, first + PAGE_SIZE).map((column, offset) => (
            <Row
              key={first + offset}
              at={first + offset}
              column={column}
              fields={inspection.format === "ndjson" ? undefined : inspection.fields}
              twice={twice.has(first + offset)}
              onNewFeature={() => setMaking(first + offset)}
            />
          ))}
        </ListTable>
        {columns.length > PAGE_SIZE && (
          <Pager page={page} pageSize={PAGE_SIZE} total={columns.length} onPage={setPage} />
        )}
      </div>
      {making !== undefined && (
        <NewFeature
          column={making}
          name={columns[making]?.name ?? ""}
          title={columnName(formatMessage, columns[making]?.name ?? "", making)}
          values={columns[making]?.examples ?? []}
          onClose={() => setMaking(undefined)}
        />
      )}
    </Card>
  );
}

/** No field has this name. */
const NEW_FEATURE = "+";

interface RowProps {
  /** From 0. */
  readonly at: number;
  readonly column: FileColumn;
  /** Undefined where the file itself says what it is. */
  readonly fields: readonly string[] | undefined;
  readonly twice: boolean;
  readonly onNewFeature: () => void;
}

function Row({ at, column, fields, twice, onNewFeature }: RowProps): ReactNode {
  const { formatMessage } = useIntl();
  const fieldName = useFieldName();
  const chosen = useImportState(({ reading }) => reading.mapping[at] ?? "");
  const whole = useImportState(({ inspection }) => inspection?.whole ?? true);
  const counted = useImportState(({ inspection }) => inspection?.countedRows ?? 0);
  const id = useId();
  const name = columnName(formatMessage, column.name, at);
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <td className={styles["examples"]} data-empty={column.examples.length === 0}>
          {column.examples.length > 0 ? column.examples.join(" · ") : <NoValue />}
        </td>
        <td className={styles["field"]}>
          {fields ? (
            <span className={styles["fieldLine"]}>
              <FieldSelect
                name={name}
                at={at}
                fields={chosen === "" || fields.includes(chosen) ? fields : [...fields, chosen]}
                error={twice ? id : undefined}
                onNewFeature={onNewFeature}
              />
              {chosen !== "" && !twice && <Icon of={CheckOutlined} className={styles["tick"] ?? ""} />}
            </span>
          ) : (
            fieldName(chosen)
          )}
          {twice && (
            <p id={id} role="alert" className={styles["wrong"]}>
              <FormattedMessage {...messages.doubled} />
            </p>
          )}
        </td>
      </tr>
      {column.values.length > 0 && (
        <tr>
          <td colSpan={3}>
            <p className={values["title"]}>
              <FormattedMessage {...valuesMessages.title} values={{ column: name }} />
            </p>
            <ValueList column={columnKey(column, at)} field={chosen} values={column.values} other={column.otherCount} />
            {!whole && (
              <p className={values["quiet"]}>
                <FormattedMessage {...valuesMessages.partly} values={{ rows: counted }} />
              </p>
            )}
          </td>
        </tr>
      )}
    </>
  );
}

interface FieldSelectProps {
  readonly name: string;
  readonly at: number;
  readonly fields: readonly string[];
  /** Id of what is wrong with the choice. */
  readonly error: string | undefined;
  readonly onNewFeature: () => void;
}

function FieldSelect({ name, at, fields, error, onNewFeature }: FieldSelectProps): ReactNode {
  const { formatMessage } = useIntl();
  const { actions } = useImport();
  const { item, reading } = useImportState((state) => state);
  const fieldName = useFieldName();
  const options = fields.map((field) => ({ value: field, label: featureIn(field) ?? fieldName(field) }));
  const features = options.filter(({ value }) => featureIn(value) !== undefined);
  return (
    <Select
      aria-label={formatMessage(messages.fieldOf, { name })}
      aria-invalid={error !== undefined}
      aria-describedby={error}
      value={reading.mapping[at] ?? ""}
      options={[{ value: "", label: formatMessage(messages.ignore) }]}
      groups={[
        {
          label: formatMessage(messages.fields),
          options: options.filter(({ value }) => featureIn(value) === undefined),
        },
        {
          label: formatMessage(messages.features),
          options:
            item.kind === "contacts"
              ? [...features, { value: NEW_FEATURE, label: formatMessage(messages.newFeature) }]
              : features,
        },
      ]}
      onChange={(field) => {
        if (field === NEW_FEATURE) onNewFeature();
        else void actions.map(at, field);
      }}
    />
  );
}

/** What a column is called: as in the file, else its number. */
function columnName(formatMessage: ReturnType<typeof useIntl>["formatMessage"], name: string, at: number): string {
  return name || formatMessage(messages.number, { number: at + 1 });
}
