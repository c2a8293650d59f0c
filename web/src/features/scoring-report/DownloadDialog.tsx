import { DownloadOutlined } from "@ant-design/icons";
import { Alert, Button, Checkbox, Modal, Radio } from "antd";
import { useId, useRef, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useStore } from "zustand";
import { useApi } from "../../api/api-context";
import { faultMessage } from "../../i18n/fault-messages";
import { useLanguageStore } from "../../i18n/language";
import { chooseCsvDelimiter, usePreferenceStore } from "../../stores/preference-store";
import { downloadCsv } from "./actions/download-csv";
import styles from "./DownloadDialog.module.css";
import { fileSize } from "./format";
import { downloadMessages } from "./messages";
import { createDownloadStore, IDLE_DOWNLOAD } from "./store";

interface DownloadDialogProps {
  readonly id: string;
  readonly scoringType: string;
  readonly generatedDate: string;
}

/** The button and its dialog: how the file should look, how far it is, and whether it came. */
export function DownloadDialog(target: DownloadDialogProps): ReactNode {
  const intl = useIntl();
  const api = useApi();
  const [open, setOpen] = useState(false);
  const [includeExcluded, setIncludeExcluded] = useState(false);
  const [store] = useState(createDownloadStore);
  const abort = useRef<AbortController>(undefined);
  const labelId = useId();
  const { phase, bytes, fileName, fault } = useStore(store);
  const language = useLanguageStore((state) => state.language);
  const delimiter = usePreferenceStore((state) => state.csvDelimiter) ?? (language === "pl" ? ";" : ",");

  const start = (): void => {
    abort.current = new AbortController();
    void downloadCsv(api, store, { ...target, delimiter, includeExcluded }, abort.current.signal);
  };
  const close = (): void => {
    abort.current?.abort();
    setOpen(false);
  };
  const show = (): void => {
    store.setState(IDLE_DOWNLOAD);
    setOpen(true);
  };
  const text = intl.formatMessage;
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={show}>
        {text(downloadMessages.open)}
      </Button>
      <Modal
        open={open}
        title={text(downloadMessages.open)}
        onCancel={close}
        onOk={start}
        okText={text(downloadMessages.submit)}
        cancelText={text(phase === "done" ? downloadMessages.close : downloadMessages.cancel)}
        confirmLoading={phase === "running"}
        width={460}
      >
        <div className={styles["body"]}>
          <p>{text(downloadMessages.text)}</p>
          <div>
            <p id={labelId} className={styles["label"]}>
              {text(downloadMessages.delimiter)}
            </p>
            <Radio.Group
              vertical
              name="delimiter"
              aria-labelledby={labelId}
              value={delimiter}
              onChange={(event) => chooseCsvDelimiter(event.target.value === ";" ? ";" : ",")}
              options={[
                { value: ";", label: text(downloadMessages.semicolon) },
                { value: ",", label: text(downloadMessages.comma) },
              ]}
            />
          </div>
          <Checkbox checked={includeExcluded} onChange={(event) => setIncludeExcluded(event.target.checked)}>
            {text(downloadMessages.withExcluded)}
          </Checkbox>
          <div role="status">
            {phase === "running" && text(downloadMessages.running, { size: fileSize(intl, bytes) })}
            {phase === "done" && (
              <Alert
                type="success"
                showIcon
                role="presentation"
                title={text(downloadMessages.done, { name: fileName, size: fileSize(intl, bytes) })}
              />
            )}
          </div>
          {phase === "failed" && fault && (
            <Alert
              type="error"
              showIcon
              title={text(downloadMessages.failed)}
              description={<FormattedMessage {...faultMessage(fault)} />}
            />
          )}
        </div>
      </Modal>
    </>
  );
}
