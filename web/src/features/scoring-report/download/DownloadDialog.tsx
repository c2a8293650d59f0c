import { useRef, useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useStore } from "zustand";
import { useApi } from "../../../api/api-context";
import type { GetPartitionSummaryResponse } from "../../../api/messages";
import { faultMessage } from "../../../i18n/fault-message";
import { useDelimiter } from "../../../i18n/delimiter";
import { fileSize } from "../../../i18n/format";
import { useLanguageStore } from "../../../i18n/language";
import { formatDay } from "../../../lib/dates";
import { chooseCsvDelimiter } from "../../../stores/preference-store";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Choice } from "../../../ui/Choice";
import { Dialog } from "../../../ui/Dialog";
import { Notice } from "../../../ui/Notice";
import { Progress } from "../../../ui/Progress";
import { useReport } from "../report/use-report";
import type { ReportQuery } from "../model/view";
import { downloadReport } from "./download-report";
import styles from "./DownloadDialog.module.css";
import { downloadMessages } from "./messages";
import { createDownloadStore } from "./store";
import { commonMessages } from "../../../i18n/common-messages";

export interface DownloadProps {
  /** The days of two results, to download only the contacts that changed bands. */
  readonly changes?: { readonly from: string; readonly to: string } | undefined;
  readonly onClose: () => void;
}

/** The options of the file, the progress, and the outcome. */
export function DownloadDialog({ changes, onClose }: DownloadProps): ReactNode {
  const intl = useIntl();
  const { query, partition } = useReport();
  const api = useApi();
  const [includeExcluded, setIncludeExcluded] = useState(false);
  const [parquet, setParquet] = useState(false);
  const [store] = useState(createDownloadStore);
  const abort = useRef<AbortController>(undefined);
  const { phase, bytes, rows, fileName, fault } = useStore(store);
  const language = useLanguageStore((state) => state.language);
  const delimiter = useDelimiter();

  const start = (): void => {
    abort.current = new AbortController();
    const between = changes && { changesFrom: changes.from, generatedDate: changes.to };
    void downloadReport(
      api,
      store,
      { ...query, ...between, delimiter, parquet, includeExcluded, language },
      abort.current.signal,
    );
  };
  const close = (): void => {
    abort.current?.abort();
    onClose();
  };
  const text = intl.formatMessage;
  // A lead scoring excludes no visitor.
  const web = query.scoringType === "web";
  const total = rowsOf(partition, query, includeExcluded);
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * rows) / total));
  return (
    <Dialog
      title={text(changes ? downloadMessages.changes : downloadMessages.title)}
      width={460}
      onClose={close}
      secondary={
        <Button onClick={close}>{text(phase === "done" ? commonMessages.close : commonMessages.cancel)}</Button>
      }
      primary={
        <Button type="primary" loading={phase === "running"} onClick={start}>
          {text(downloadMessages.submit)}
        </Button>
      }
    >
      <div className="stack">
        <p>
          {changes
            ? text(web ? downloadMessages.changesTextWeb : downloadMessages.changesText, {
                from: formatDay(changes.from),
                to: formatDay(changes.to),
              })
            : text(web ? downloadMessages.textWeb : downloadMessages.text)}
        </p>
        <fieldset className="stack tight">
          <legend className={styles["label"]}>{text(downloadMessages.format)}</legend>
          {([";", ","] as const).map((value) => (
            <Choice
              key={value}
              name="format"
              checked={!parquet && delimiter === value}
              title={text(value === ";" ? downloadMessages.semicolon : downloadMessages.comma)}
              onChoose={() => {
                setParquet(false);
                chooseCsvDelimiter(value);
              }}
            />
          ))}
          <Choice
            name="format"
            checked={parquet}
            title={text(downloadMessages.parquet)}
            onChoose={() => setParquet(true)}
          />
        </fieldset>
        {!web && (
          <Checkbox checked={includeExcluded} onChange={setIncludeExcluded}>
            {text(changes ? downloadMessages.withLeft : downloadMessages.withExcluded)}
          </Checkbox>
        )}
        {phase === "running" && (
          <div>
            {!changes && !parquet && (
              <Progress
                aria-label={text(downloadMessages.progress)}
                percent={percent}
                status="normal"
                words={intl.formatNumber(percent / 100, { style: "percent" })}
              />
            )}
            <p className={styles["label"]}>
              {parquet
                ? fileSize(intl, bytes)
                : text(changes ? downloadMessages.rowsSoFar : downloadMessages.rows, {
                    rows,
                    total,
                    size: fileSize(intl, bytes),
                  })}
            </p>
          </div>
        )}
        <div role="status">
          {phase === "running" && <span className="visually-hidden">{text(downloadMessages.running)}</span>}
          {phase === "done" && (
            <Notice
              type="success"
              role="presentation"
              title={text(downloadMessages.done, { name: fileName, size: fileSize(intl, bytes) })}
            />
          )}
        </div>
        {phase === "failed" && fault && (
          <Notice type="error" title={text(downloadMessages.failed)} description={faultMessage(fault)} />
        )}
      </div>
    </Dialog>
  );
}

/** The number of rows below the file's heading. */
function rowsOf(
  { emailCount, databases }: GetPartitionSummaryResponse,
  { uids }: ReportQuery,
  includeExcluded: boolean,
): number {
  if (!includeExcluded) return emailCount;
  const chosen = databases.filter(({ uid }) => uids.length === 0 || uids.includes(uid));
  return chosen.reduce((sum, { excludedEmailCount }) => sum + excludedEmailCount, emailCount);
}
