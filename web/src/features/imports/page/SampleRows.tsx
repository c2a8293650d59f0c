import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import type { FileRow, Inspection } from "../../../api/messages";
import { Card } from "../../../ui/Card";
import { Table, type Column } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { useImportState } from "../import-context";
import { columnsMessages as messages } from "./columns-messages";
import { useDefectWords } from "./defect-words";
import { useFieldName } from "./field-names";
import shared from "../Imports.module.css";
import styles from "./SampleRows.module.css";
import { outcomeMessages } from "../messages";

/** More columns than users compare; the table above has them all. */
const COLUMNS = 30;

/** The field that a refusal is about, where it is of one. */
const FIELD_OF: Readonly<Record<string, string>> = {
  BAD_EMAIL: "email",
  BAD_GSM: "gsm",
  BAD_GROUP: "groups",
  FUTURE_TIME: "occurred_at",
  ANCIENT_TIME: "occurred_at",
  UNKNOWN_TYPE: "type",
  UNKNOWN_CATEGORY: "category",
  UNKNOWN_CHANNEL: "channel",
};

/** The first rows as they will be read, including refused ones. */
export function SampleRows({ inspection }: { readonly inspection: Inspection }): ReactNode {
  const defectWords = useDefectWords();
  const { reading, busy } = useImportState((state) => state);
  const fieldName = useFieldName();
  const shown = reading.mapping
    .flatMap((field, at) => (field === "" ? [] : [{ at, field, title: fieldName(field) }]))
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
      description={
        inspection.rows.some(({ reason }) => reason !== "" && !isLeftOut(reason)) ? messages.rowsText : undefined
      }
    >
      <div className={shared["flush"]}>
        <Table
          look="sheet"
          className={styles["table"]}
          caption={messages.sample}
          busy={busy === "inspect"}
          rows={inspection.rows}
          rowKey={({ line }) => line}
          columns={[
            {
              head: messages.line,
              className: "number",
              cell: ({ line, reason }) => (
                <>
                  <FormattedNumber value={line} />
                  {reason !== "" && (
                    <span className={styles[isLeftOut(reason) ? "left" : "why"]}>
                      <Tag
                        label={isLeftOut(reason) ? messages.leftOut : outcomeMessages.refused}
                        color={isLeftOut(reason) ? "default" : "error"}
                      />
                      <span>{defectWords(reason).title}</span>
                    </span>
                  )}
                </>
              ),
            },
            ...shown.map(({ at, field, title }): Column<FileRow> => ({
              head: title,
              cell: ({ cells, reason }) =>
                FIELD_OF[reason.split(":")[0] ?? ""] === field ? (
                  <span className={styles["bad"]}>{cells[at]}</span>
                ) : (
                  (cells[at] ?? "")
                ),
            })),
          ]}
        />
      </div>
    </Card>
  );
}

/** A row of totals is not refused: it contains no contact. */
function isLeftOut(reason: string): boolean {
  return reason.startsWith("TOTALS_ROW");
}
