import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Scoring } from "../../api/messages";
import { formatTime } from "../../lib/dates";
import { DRAFT } from "../../lib/status";
import { useMe } from "../session";
import styles from "./LoadingPage.module.css";
import { stepsMessages as messages } from "./messages";

type State = "done" | "now" | "next" | "stopped";

interface StepsProps {
  readonly scoring: Scoring;
  readonly calculation: State;
}

/** The way to results: the settings, the first calculation, the report, and every night after it. */
export function Steps({ scoring: { status, nextAt }, calculation }: StepsProps): ReactNode {
  const { timeZone } = useMe();
  const draft = status === DRAFT;
  const ready = calculation === "done";
  return (
    <ol className={styles["steps"]}>
      <Step
        state={draft ? "now" : "done"}
        title={<FormattedMessage {...(draft ? messages.draft : messages.saved)} />}
      />
      <Step state={calculation} title={<FormattedMessage {...messages.calculation} />} />
      <Step state={ready ? "done" : "next"} title={<FormattedMessage {...messages.report} />}>
        <FormattedMessage {...messages.reportText} />
      </Step>
      <Step
        state="next"
        title={
          nextAt ? (
            <FormattedMessage {...messages.nightlyAt} values={{ time: formatTime(timestampDate(nextAt), timeZone) }} />
          ) : (
            <FormattedMessage {...messages.nightly} />
          )
        }
      >
        <FormattedMessage {...messages.nightlyText} />
      </Step>
    </ol>
  );
}

interface StepProps {
  readonly state: State;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

function Step({ state, title, children }: StepProps): ReactNode {
  return (
    <li className={styles["step"]} data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <strong>{title}</strong>
      {children !== undefined && <p>{children}</p>}
    </li>
  );
}
