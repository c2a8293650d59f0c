import PaperClipOutlined from "@ant-design/icons-svg/es/asn/PaperClipOutlined";
import { useEffect, useId, useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigate } from "react-router";
import { useStore } from "zustand";
import { useApi } from "../../../api/api-context";
import type { ImportKind } from "../../../api/upload";
import { commonMessages } from "../../../i18n/common-messages";
import { fileSize, percent } from "../../../i18n/format";
import { paths } from "../../../lib/paths";
import { DatabaseSelect } from "../../../ui/DatabaseSelect";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Choice } from "../../../ui/Choice";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Icon } from "../../../ui/Icon";
import { LeaveGuard } from "../../../ui/LeaveGuard";
import { Notice } from "../../../ui/Notice";
import { PageHeader } from "../../../ui/PageHeader";
import { Progress } from "../../../ui/Progress";
import styles from "../Imports.module.css";
import { ownOf, type NewImportData } from "../loader";
import { KINDS } from "../model/kinds";
import { SampleButton } from "../SampleButton";
import { FileZone } from "./FileZone";
import { uploadMessages as messages } from "./messages";
import { chooseFile, createUploadStore, renewKey, sendFile, type UploadStore } from "./upload-store";
import { fileNameOf } from "../file-name";
import { kindMessages, kindTexts, importsRouteMessages } from "../messages";

export { newImportLoader as loader } from "../loader";
export { NewImportPage as Component };

function NewImportPage(): ReactNode {
  const { kind, uid } = useLoaderData<NewImportData>();
  // Another address is another form: choices of one must not show on the next.
  return <NewImport key={`${kind} ${uid}`} />;
}

/** Uploading a file: its kind, its database, the progress. */
function NewImport(): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const api = useApi();
  const navigate = useNavigate();
  const loaded = useLoaderData<NewImportData>();
  const { databases, mended } = loaded;
  const [kind, setKind] = useState(loaded.kind);
  const [uid, setUid] = useState(loaded.uid);
  const [missing, setMissing] = useState(false);
  const [store] = useState(createUploadStore);
  const { file, phase, fault } = useStore(store);
  const sending = phase === "sending";
  const upload = useRef(new AbortController());
  // Leaving the page stops the upload, because its outcome would not be shown.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => () => upload.current.abort(), []);

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (sending) return;
    if (!file) {
      setMissing(true);
      return;
    }
    upload.current = new AbortController();
    const id = await sendFile(api, store, { kind, uid }, upload.current.signal);
    if (id !== undefined) void navigate(paths.import(id));
  };
  return (
    <>
      <PageHeader
        title={messages.title}
        trail={{ to: paths.imports, name: importsRouteMessages.title }}
        description={messages.lead}
      />
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {mended && (
          <Notice
            type="info"
            role="note"
            title={<FormattedMessage {...messages.mended} values={{ file: fileNameOf(mended, formatMessage) }} />}
            description={messages.mendedText}
          />
        )}
        <Card>
          <div className="stack">
            <KindChoice
              kind={kind}
              fixed={mended !== undefined || sending}
              onChange={(next) => {
                setKind(next);
                renewKey(store);
              }}
            />
            {databases.length > 1 && (
              <div>
                <DatabaseSelect
                  uids={databases.map((database) => database.uid)}
                  value={uid || ownOf(databases)}
                  onChange={(next) => {
                    setUid(next);
                    renewKey(store);
                  }}
                />
                <p className="quiet">
                  <FormattedMessage {...messages.databaseHint} />
                </p>
              </div>
            )}
            <FileZone
              label={<FormattedMessage {...(file ? messages.another : messages.zone)} />}
              hint={<FormattedMessage {...(kind === "engagement" ? messages.formats : messages.formatsTable)} />}
              error={missing && !file ? formatMessage(messages.missing) : undefined}
              disabled={sending}
              onFile={(chosen) => chooseFile(store, chosen)}
            />
            {file && (
              <p className={styles["chosen"]} role="status">
                <Icon of={PaperClipOutlined} />
                <FormattedMessage {...messages.chosen} values={{ name: file.name, size: fileSize(intl, file.size) }} />
              </p>
            )}
            {sending && file && <Sending store={store} size={file.size} />}
            {phase === "cancelled" && <Notice type="info" role="status" title={messages.cancelled} />}
            {fault && (
              <div className={styles["failed"]}>
                <FaultAlert fault={fault} />
                {phase === "failed" && (
                  <p className="quiet">
                    <FormattedMessage {...messages.failed} />
                  </p>
                )}
              </div>
            )}
            <div className={styles["buttons"]}>
              {sending ? (
                <Button label={commonMessages.cancel} onClick={() => upload.current.abort()} />
              ) : (
                <Button
                  label={phase === "failed" ? messages.retry : messages.submit}
                  type="primary"
                  size="large"
                  htmlType="submit"
                  disabled={phase === "unfit"}
                />
              )}
            </div>
          </div>
        </Card>
      </form>
      <LeaveGuard
        dirty={sending}
        ask={{ title: messages.leave, text: messages.leaveText, leave: messages.leaveSubmit }}
      />
    </>
  );
}

interface KindChoiceProps {
  readonly kind: ImportKind;
  /** No choice: the file is being uploaded, or it is part of an earlier one. */
  readonly fixed: boolean;
  readonly onChange: (kind: ImportKind) => void;
}

function KindChoice({ kind, fixed, onChange }: KindChoiceProps): ReactNode {
  const name = useId();
  return (
    <fieldset className="stack tight" disabled={fixed}>
      <legend className={styles["label"]}>
        <FormattedMessage {...messages.kind} />
      </legend>
      {KINDS.map((one) => (
        <div key={one} className={styles["kind"]} data-chosen={one === kind}>
          <Choice name={name} checked={one === kind} title={kindMessages[one]} onChoose={() => onChange(one)}>
            <FormattedMessage {...kindTexts[one]} />
          </Choice>
          <SampleButton kind={one} />
        </div>
      ))}
    </fieldset>
  );
}

/** The uploaded part of the file. */
function Sending({ store, size }: { readonly store: UploadStore; readonly size: number }): ReactNode {
  const intl = useIntl();
  const sent = useStore(store, (state) => state.sent);
  const done = Math.floor((100 * sent) / size);
  return (
    <div>
      <Progress
        aria-label={intl.formatMessage(messages.progress)}
        percent={done}
        status="normal"
        words={percent(intl, done)}
      />
      <p className="quiet">
        {sent < size ? (
          <FormattedMessage {...messages.sent} values={{ sent: fileSize(intl, sent), total: fileSize(intl, size) }} />
        ) : (
          <FormattedMessage {...messages.closing} />
        )}
      </p>
    </div>
  );
}
