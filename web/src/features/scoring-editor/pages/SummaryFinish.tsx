import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { useApi } from "../../../api/api-context";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { finish } from "../actions/finish";
import { useDraft, useEditor } from "../editor-context";
import { ACTIVE, INACTIVE } from "../../../lib/status";
import { FaultItem } from "../frame/FaultItem";
import { UNSCORABLE_ID } from "../frame/StepFrame";
import { useUnscorable } from "../unscorable/use-unscorable";
import { usePreviewState } from "../panel/use-preview";
import styles from "./Summary.module.css";
import { summaryMessages as messages } from "./summary-messages";

/** The last page's own actions. An active scoring has none: leaving saves it. */
export function FinishButtons(): ReactNode {
  const api = useApi();
  const editor = useEditor();
  const navigate = useNavigate();
  const [{ id, status }] = useDraft();
  const [running, setRunning] = useState<typeof INACTIVE | typeof ACTIVE>();
  const unscorable = useUnscorable().length > 0;
  if (status === ACTIVE) return null;
  const run = async (wanted: typeof INACTIVE | typeof ACTIVE): Promise<void> => {
    setRunning(wanted);
    const done = await finish(api, editor, wanted);
    setRunning(undefined);
    if (!done) showWhy();
    else await navigate(wanted === ACTIVE ? paths.loading(id) : paths.scoringList);
  };
  const busy = running !== undefined;
  return (
    <div className={styles["finish"]}>
      <Button
        label={messages.keepInactive}
        loading={running === INACTIVE}
        disabled={busy && running !== INACTIVE}
        onClick={() => void run(INACTIVE)}
      />
      <Button
        label={messages.start}
        type="primary"
        loading={running === ACTIVE}
        disabled={unscorable || (busy && running !== ACTIVE)}
        aria-describedby={unscorable ? UNSCORABLE_ID : undefined}
        onClick={() => void run(ACTIVE)}
      />
    </div>
  );
}

/** Scrolls to the problem that prevents the scoring from starting, once it is drawn. */
function showWhy(): void {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>("[data-problem]") ?? document.querySelector("[data-notice]");
    place?.scrollIntoView({ block: "center" });
    if (place instanceof HTMLElement && place.tabIndex === -1) place.focus();
  });
}

/** The problems reported by the rules, each with a link to its remedy. */
export function Problems(): ReactNode {
  const { answer, current } = usePreviewState();
  const problems = answer?.problems ?? [];
  if (!current || problems.length === 0) return null;
  return (
    <div tabIndex={-1} data-problem className={styles["problems"]}>
      <Notice
        type="warning"
        role="status"
        title={messages.problems}
        description={
          <ul className="points">
            {problems.map((problem) => (
              <FaultItem
                key={`${problem.field} ${problem.class}`}
                fault={{ ...problem, params: problem.params ?? {} }}
              />
            ))}
          </ul>
        }
      />
    </div>
  );
}
