import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useApi } from "../../../api/api-context";
import { ImportService } from "../../../api/services";
import { saveFile } from "../../../api/files";
import type { Import, RefusedReason } from "../../../api/messages";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Table } from "../../../ui/Table";
import { useSubmission } from "../../../ui/use-submission";
import styles from "../Imports.module.css";
import { useDelimiter } from "../../../i18n/delimiter";
import { useLanguageStore } from "../../../i18n/language";
import { useDefectWords } from "./defect-words";
import { checkMessages as messages } from "./messages";

/** The server returns at most this many reasons. */
const MOST = 50;

interface RefusalsProps {
  readonly of: Import;
  readonly refused: number;
  /** Whether the rows can be downloaded. */
  readonly download: boolean;
  /** Beside the download: advice for them. */
  readonly children?: ReactNode;
}

/** The reasons for refused rows, each with its first row and the remedy. */
export function Refusals({ of: { id, reasons }, refused, download, children }: RefusalsProps): ReactNode {
  const defectWords = useDefectWords();
  const api = useApi();
  const delimiter = useDelimiter();
  const language = useLanguageStore((state) => state.language);
  const { busy, submit } = useSubmission(
    async () => saveFile(await api.download(ImportService.method.downloadRefused, { id, delimiter, language })),
    () => showSnackbar({ message: messages.downloadFailed }, { type: "error" }),
  );
  const title = <FormattedMessage {...messages.refusals} values={{ count: refused }} />;
  return (
    <Card
      title={title}
      extra={
        <div className={styles["buttons"]}>
          <Button
            label={messages.download}
            loading={busy}
            disabled={!download}
            onClick={() => void submit(undefined)}
          />
          {children}
        </div>
      }
    >
      <div className={styles["flush"]}>
        <Table
          caption={title}
          rows={reasons}
          rowKey={({ reason }) => reason}
          columns={[
            {
              head: messages.reason,
              cell: ({ reason }) => {
                const { title, remedy } = defectWords(reason);
                return (
                  <>
                    {title}
                    {remedy !== "" && <span className={styles["under"]}>{remedy}</span>}
                  </>
                );
              },
            },
            { head: messages.count, number: true, cell: ({ count }) => count },
            { head: messages.first, label: false, cell: (reason) => <First of={reason} /> },
          ]}
        />
      </div>
      {reasons.length >= MOST && (
        <p className="quiet">
          <FormattedMessage {...messages.moreReasons} />
        </p>
      )}
    </Card>
  );
}

/** The first refused row, and the value that caused it. */
function First({ of: { firstLine, column, value } }: { readonly of: RefusedReason }): ReactNode {
  return (
    <>
      <FormattedMessage
        {...(column === "" ? messages.firstRow : messages.firstCell)}
        values={{ line: firstLine, column }}
      />
      {value !== "" && (
        <>
          {": "}
          <code>{value}</code>
        </>
      )}
    </>
  );
}
