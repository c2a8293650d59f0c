import { useRef, useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { clientOf } from "../../api/api";
import { ScoringService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { toFault } from "../../api/fault";
import { readScoringFile } from "../../api/messages";
import { faultMessage } from "../../i18n/fault-message";
import { fieldWords } from "../../i18n/field-fault";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { editPath } from "../scoring-editor";
import styles from "./ChannelStartPage.module.css";
import { startMessages as messages } from "./messages";

/** Creates a draft from a scoring's file, and lists names that the account does not have. */
export function FileButton(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);

  const load = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    setProblems([]);
    const file = readScoringFile(await chosen.text());
    if (!file) {
      setProblems([formatMessage(faultMessage({ reason: "SCORING_FILE_FORMAT", httpStatus: 400 }))]);
      return;
    }
    setBusy(true);
    try {
      const { to, state } = editPath(await clientOf(api, ScoringService).importScoringFile({ file }));
      void navigate(to, { state });
    } catch (thrown) {
      const fault = toFault(thrown);
      const fields = fault.fields.map((field) => {
        const { message, values } = fieldWords(field);
        return formatMessage(messages.fileField, { path: field.field, problem: formatMessage(message, values) });
      });
      setProblems(fields.length > 0 ? fields : [formatMessage(faultMessage(fault))]);
      setBusy(false);
    }
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={formatMessage(messages.file)}
        onChange={(event) => {
          void load(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button label={messages.file} loading={busy} onClick={() => input.current?.click()} />
      {problems.length > 0 && (
        <Notice
          className={styles["problems"] ?? ""}
          type="error"
          title={messages.fileWrong}
          description={
            <ul className="points">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
