import CheckOutlined from "@ant-design/icons-svg/es/asn/CheckOutlined";
import { useId, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { FileColumn, Inspection } from "../../../api/messages";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { Pager } from "../../../ui/Pager";
import { Select } from "../../../ui/Select";
import { Table } from "../../../ui/Table";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { columnKey, doubled } from "../model/reading";
import { columnsMessages as messages } from "./columns-messages";
import { featureIn, useFieldName } from "./field-names";
import { NewFeature } from "./NewFeature";
import { ValueList } from "./ValueList";
import values from "./Values.module.css";
import { valuesMessages } from "./values-messages";
import { wordMessages } from "../../../i18n/word-messages";

/** Columns on a page; a file may have thousands. */
const PAGE_SIZE = 50;

interface ColumnRow {
  /** From 0. */
  readonly at: number;
  readonly column: FileColumn;
  readonly name: string;
}

/** Each column of the file with its first values and its field. */
export function ColumnsTable({ inspection }: { readonly inspection: Inspection }): ReactNode {
  const { formatMessage } = useIntl();
  const { busy, reading } = useImportState((state) => state);
  const [page, setPage] = useState(1);
  const [making, setMaking] = useState<number>();
  const { columns } = inspection;
  const twice = doubled(reading.mapping);
  const rows = columns
    .map((column, at): ColumnRow => ({ at, column, name: columnName(formatMessage, column.name, at) }))
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const used = reading.mapping.filter((field) => field !== "").length;
  return (
    <Card
      title={messages.title}
      description={<FormattedMessage {...messages.used} values={{ used, all: columns.length }} />}
    >
      <div className={styles["flush"]}>
        <Table
          caption={messages.title}
          busy={busy === "inspect"}
          rows={rows}
          rowKey={({ at }) => at}
          columns={[
            { head: messages.column, cell: ({ name }) => name },
            {
              head: messages.values,
              label: false,
              className: "muted",
              cell: ({ column: { examples } }) => (examples.length > 0 ? examples.join(" · ") : undefined),
            },
            {
              head: messages.field,
              label: false,
              className: styles["field"],
              cell: ({ at, name }) => (
                <Field
                  at={at}
                  name={name}
                  fields={inspection.format === "ndjson" ? undefined : inspection.fields}
                  twice={twice.has(at)}
                  onNewFeature={() => setMaking(at)}
                />
              ),
            },
          ]}
          detail={({ at, column, name }) => column.values.length > 0 && <Values at={at} column={column} name={name} />}
        />
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

/** A value that is no field's name. */
const NEW_FEATURE = "+";

interface FieldProps {
  /** From 0. */
  readonly at: number;
  readonly name: string;
  /** Undefined if the file itself names the field. */
  readonly fields: readonly string[] | undefined;
  readonly twice: boolean;
  readonly onNewFeature: () => void;
}

/** The field of a column. */
function Field({ at, name, fields, twice, onNewFeature }: FieldProps): ReactNode {
  const fieldName = useFieldName();
  const chosen = useImportState(({ reading }) => reading.mapping[at] ?? "");
  const kind = useImportState(({ item }) => item.kind);
  const id = useId();
  return (
    <>
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
      {fields && chosen === "" && kind === "contacts" && (
        <div className={styles["unused"]}>
          <FormattedMessage {...messages.unused} />
          <Button type="link" size="small" onClick={onNewFeature}>
            <FormattedMessage {...messages.unusedSubmit} values={{ name }} />
          </Button>
        </div>
      )}
      {twice && (
        <p id={id} role="alert" className={styles["wrong"]}>
          <FormattedMessage {...messages.doubled} />
        </p>
      )}
    </>
  );
}

/** The meanings of a column's values. */
function Values({ at, column, name }: ColumnRow): ReactNode {
  const chosen = useImportState(({ reading }) => reading.mapping[at] ?? "");
  const whole = useImportState(({ inspection }) => inspection?.whole ?? true);
  const counted = useImportState(({ inspection }) => inspection?.countedRows ?? 0);
  return (
    <>
      <p className={values["title"]}>
        <FormattedMessage {...valuesMessages.title} values={{ column: name }} />
      </p>
      <ValueList column={columnKey(column, at)} field={chosen} values={column.values} other={column.otherCount} />
      {!whole && (
        <p className="quiet">
          <FormattedMessage {...valuesMessages.partly} values={{ rows: counted }} />
        </p>
      )}
    </>
  );
}

interface FieldSelectProps {
  readonly name: string;
  readonly at: number;
  readonly fields: readonly string[];
  /** Id of the error of the choice. */
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
          label: formatMessage(wordMessages.features),
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

/** The title of a column: its name in the file, else its number. */
function columnName(formatMessage: ReturnType<typeof useIntl>["formatMessage"], name: string, at: number): string {
  return name || formatMessage(messages.number, { number: at + 1 });
}
