import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Inspection } from "../../../api/messages";
import type { Message } from "../../../i18n/define-messages";
import { paths } from "../../../lib/paths";
import { DatabaseSelect } from "../../../ui/DatabaseSelect";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Notice } from "../../../ui/Notice";
import { LabelledSelect } from "../../../ui/LabelledSelect";
import type { SelectOption } from "../../../ui/Select";
import { ownOf } from "../loader";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { doubled, lacking, type Reading } from "../model/reading";
import { columnsMessages as messages, lackMessages } from "./columns-messages";
import { ColumnsTable } from "./ColumnsTable";
import { Discard } from "./Discard";
import { Notices } from "./Notices";
import { SampleRows } from "./SampleRows";

/** The reading options of the file and the fields of its columns. */
export function ColumnsStep(): ReactNode {
  const navigate = useNavigate();
  const { actions } = useImport();
  const { item, inspection, reading, busy } = useImportState((state) => state);
  const lack = lacking(item.kind, reading.mapping);
  const ready = lack === undefined && doubled(reading.mapping).size === 0;
  const submit = async (): Promise<void> => {
    if (await actions.check()) void navigate(paths.import(item.id));
  };
  return (
    <>
      <ReadingCard />
      {inspection && (
        <>
          <Notices of={inspection} />
          <ColumnsTable inspection={inspection} />
          <SampleRows inspection={inspection} />
          {lack && <Notice type="warning" role="status" title={lackMessages[lack]} />}
        </>
      )}
      <div className={styles["foot"]}>
        <Discard />
        <Button
          label={messages.submit}
          type="primary"
          size="large"
          disabled={!inspection || !ready}
          loading={busy === "check" || busy === "inspect"}
          onClick={() => void submit()}
        />
      </div>
    </>
  );
}

/** Names of encodings are the same everywhere. */
const ENCODINGS: readonly SelectOption[] = [
  { value: "utf-8", label: "UTF-8" },
  { value: "windows-1250", label: "Windows-1250" },
  { value: "utf-16le", label: "UTF-16 LE" },
  { value: "utf-16be", label: "UTF-16 BE" },
];

function ReadingCard(): ReactNode {
  const { formatMessage } = useIntl();
  const { actions, databases } = useImport();
  const { item, inspection, reading } = useImportState((state) => state);
  const format = inspection?.format ?? item.format;
  const sheets = inspection?.sheets ?? [];
  const text = formatMessage;
  return (
    <Card title={messages.reading} description={messages.readingText}>
      <div className={styles["choices"]}>
        {format !== "xlsx" && (
          <Choice label={messages.encoding} name="encoding" reading={reading} options={ENCODINGS} />
        )}
        {format === "csv" && (
          <Choice
            label={messages.delimiter}
            name="delimiter"
            reading={reading}
            options={[
              { value: ";", label: text(messages.semicolon) },
              { value: ",", label: text(messages.comma) },
              { value: "\t", label: text(messages.tab) },
              { value: "|", label: text(messages.pipe) },
            ]}
          />
        )}
        {sheets.length > 0 && (
          <Choice
            label={messages.sheet}
            name="sheet"
            reading={reading}
            options={sheets.map(({ name, hidden }) => ({
              value: name,
              label: hidden ? text(messages.hidden, { name }) : name,
            }))}
          />
        )}
        {format !== "ndjson" && inspection && <HeaderChoice inspection={inspection} />}
        {databases.length > 1 && (
          <DatabaseSelect
            uids={databases.map((database) => database.uid)}
            value={reading.uid || ownOf(databases)}
            onChange={(uid) => void actions.read({ uid })}
          />
        )}
      </div>
    </Card>
  );
}

/** A value that is no row's number. */
const NO_HEADER = "0";

/** The row that names the columns, among the first ones; rows above it are titles. */
function HeaderChoice({ inspection }: { readonly inspection: Inspection }): ReactNode {
  const { formatMessage } = useIntl();
  const { actions } = useImport();
  const { firstRows, headerLine, noHeader } = inspection;
  const rows =
    !headerLine || firstRows.some(({ line }) => line === headerLine)
      ? firstRows
      : [...firstRows, { line: headerLine, cells: inspection.columns.map(({ name }) => name) }];
  return (
    <LabelledSelect
      className={styles["choice"]}
      label={messages.header}
      value={noHeader ? NO_HEADER : String(headerLine)}
      options={[
        ...rows.map(({ line, cells }) => ({
          value: String(line),
          label: formatMessage(messages.headerRow, { line, cells: shortened(cells) }),
        })),
        { value: NO_HEADER, label: formatMessage(messages.headerNo) },
      ]}
      onChange={(row) =>
        void actions.read(row === NO_HEADER ? { noHeader: true } : { noHeader: false, headerLine: Number(row) })
      }
    />
  );
}

/** The length of a row's text that distinguishes it from others. */
const SHOWN = 60;

function shortened(cells: readonly string[]): string {
  const text = cells.filter((cell) => cell !== "").join(" · ");
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

interface ChoiceProps {
  readonly label: Message;
  readonly name: "encoding" | "delimiter" | "sheet";
  readonly reading: Reading;
  readonly options: readonly SelectOption[];
}

function Choice({ label, name, reading, options }: ChoiceProps): ReactNode {
  const { actions } = useImport();
  return (
    <LabelledSelect
      className={styles["choice"]}
      label={label}
      value={reading[name]}
      options={options}
      onChange={(value) => void actions.read({ [name]: value })}
    />
  );
}
