import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { FileRow, Inspection } from "../../../api/messages";
import { Card } from "../../../ui/Card";
import { Tag } from "../../../ui/Tag";
import { useImportState } from "../import-context";
import { columnsMessages as messages } from "./columns-messages";
import { useDefectWords } from "./defect-words";
import { useFieldName } from "./field-names";
import rows from "./SampleRows.module.css";

/** More than anybody compares; the table above has them all. */
const COLUMNS = 30;

/** The first rows as they will be read, with those that would be refused. */
export function SampleRows({ inspection }: { readonly inspection: Inspection }): ReactNode {
  const { formatMessage } = useIntl();
  const { reading, busy } = useImportState((state) => state);
  const fieldName = useFieldName();
  const shown = reading.mapping
    .flatMap((field, at) => (field === "" ? [] : [{ at, title: fieldName(field) }]))
    .slice(0, COLUMNS);
  if (inspection.rows.length === 0) {
    return (
      <Card>
        <FormattedMessage {...messages.noRows} />
      </Card>
    );
  }
  return (
    <Card
      title={<FormattedMessage {...messages.rows} values={{ count: inspection.rows.length }} />}
      {...(inspection.rows.some(({ reason }) => reason !== "") && {
        description: <FormattedMessage {...messages.rowsText} />,
      })}
    >
      {/* Where it is wider than the page it scrolls, and from the keyboard only what has the focus does. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={rows["scroll"]} role="group" aria-label={formatMessage(messages.sample)} tabIndex={0}>
        <table className={rows["table"]} aria-busy={busy === "inspect"}>
          <caption className="visually-hidden">
            <FormattedMessage {...messages.sample} />
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <FormattedMessage {...messages.line} />
              </th>
              {shown.map(({ at, title }) => (
                <th scope="col" key={at}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {inspection.rows.map((row) => (
              <Row key={row.line} row={row} columns={shown} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface RowProps {
  readonly row: FileRow;
  readonly columns: readonly { readonly at: number; readonly title: string }[];
}

function Row({ row: { line, cells, reason }, columns }: RowProps): ReactNode {
  const { formatMessage } = useIntl();
  const words = useDefectWords();
  return (
    <tr data-refused={reason !== ""}>
      <th scope="row" className="number" data-label={formatMessage(messages.line)}>
        <FormattedNumber value={line} />
        {reason !== "" && (
          <span className={rows["why"]}>
            <Tag color="error">
              <FormattedMessage {...messages.refused} />
            </Tag>
            <span>{words(reason).title}</span>
          </span>
        )}
      </th>
      {columns.map(({ at, title }) => (
        <td key={at} data-label={title} data-empty={(cells[at] ?? "") === ""}>
          {cells[at] ?? ""}
        </td>
      ))}
    </tr>
  );
}
