import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { useApi } from "../../../api/api-context";
import { ImportService } from "../../../api/services";
import { saveFile } from "../../../api/files";
import type { Import, RefusedReason } from "../../../api/messages";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { ListTable } from "../../../ui/ListTable";
import { useSubmission } from "../../../ui/use-submission";
import styles from "../Imports.module.css";
import { useDelimiter } from "../../../i18n/delimiter";
import { useDefectWords } from "./defect-words";
import { checkMessages as messages } from "./messages";

/** How many reasons the server tells. */
const MOST = 50;

interface RefusalsProps {
  readonly of: Import;
  readonly refused: number;
  /** The rows can be downloaded. */
  readonly download: boolean;
  /** Beside the download: what to do with them. */
  readonly children?: ReactNode;
}

/** Why rows are refused, each reason with its first row and what helps. */
export function Refusals({ of: { id, reasons }, refused, download, children }: RefusalsProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const delimiter = useDelimiter();
  const { busy, submit } = useSubmission(
    async () => saveFile(await api.download(ImportService.method.downloadRefused, { id, delimiter })),
    () => showSnackbar({ message: messages.downloadFailed }, { type: "error" }),
  );
  return (
    <Card
      title={<FormattedMessage {...messages.refusals} values={{ count: refused }} />}
      extra={
        <div className={styles["buttons"]}>
          <Button loading={busy} disabled={!download} onClick={() => void submit(undefined)}>
            <FormattedMessage {...messages.download} />
          </Button>
          {children}
        </div>
      }
    >
      <div className={styles["flush"]}>
        <ListTable
          caption={<FormattedMessage {...messages.refusals} values={{ count: refused }} />}
          head={
            <>
              <th scope="col">
                <FormattedMessage {...messages.reason} />
              </th>
              <th scope="col" data-number>
                <FormattedMessage {...messages.count} />
              </th>
              <th scope="col">
                <FormattedMessage {...messages.first} />
              </th>
            </>
          }
        >
          {reasons.map((reason) => (
            <Row key={reason.reason} reason={reason} countLabel={formatMessage(messages.count)} />
          ))}
        </ListTable>
      </div>
      {reasons.length >= MOST && (
        <p className={styles["quiet"]}>
          <FormattedMessage {...messages.moreReasons} />
        </p>
      )}
    </Card>
  );
}

interface RowProps {
  readonly reason: RefusedReason;
  readonly countLabel: string;
}

function Row({ reason: { reason, count, firstLine, column, value }, countLabel }: RowProps): ReactNode {
  const { title, remedy } = useDefectWords()(reason);
  return (
    <tr>
      <th scope="row" className={styles["reason"]}>
        {title}
        {remedy !== "" && <span className={styles["quiet"]}>{remedy}</span>}
      </th>
      <td data-number data-label={countLabel}>
        <FormattedNumber value={count} />
      </td>
      <td className={styles["cell"]}>
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
      </td>
    </tr>
  );
}
