import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { PreviewScoringResponse } from "../../../api/messages";
import { formatTime } from "../../../lib/dates";
import { Button } from "../../../ui/Button";
import { Skeleton } from "../../../ui/Skeleton";
import { useMe } from "../../session";
import { useEditor } from "../editor-context";
import styles from "./Panel.module.css";
import { usePreviewState } from "./use-preview";
import { panelMessages as messages } from "./messages";
import { commonMessages } from "../../../i18n/common-messages";
import type { Message } from "../../../i18n/define-messages";

interface LiveFiguresProps {
  readonly title: Message;
  readonly distribution: boolean;
  readonly children: (answer: PreviewScoringResponse) => ReactNode;
}

/** Figures of the draft. The last ones stay, marked as old, while the next are loading. */
export function LiveFigures({ title, distribution, children }: LiveFiguresProps): ReactNode {
  const { preview } = useEditor();
  const { phase, answer, current } = usePreviewState();
  const failed = phase === "failed";
  const waiting = phase === "waiting";
  return (
    <section className={styles["figures"]} aria-busy={phase === "loading" || waiting} data-old={answer && !current}>
      <h2 className={styles["title"]}>
        <FormattedMessage {...title} />
      </h2>
      {answer ? children(answer) : !failed && <Skeleton rows={6} />}
      {waiting && (
        <p role="status" className={styles["age"]}>
          <FormattedMessage {...messages.waiting} />
        </p>
      )}
      {failed ? (
        <p className="wrong" role="alert">
          <FormattedMessage {...messages.failed} />{" "}
          <Button
            label={commonMessages.retry}
            type="link"
            size="small"
            onClick={() => void preview.ask(distribution)}
          />
        </p>
      ) : (
        answer && <Freshness answer={answer} current={current} />
      )}
    </section>
  );
}

interface FreshnessProps {
  readonly answer: PreviewScoringResponse;
  readonly current: boolean;
}

function Freshness({ answer, current }: FreshnessProps): ReactNode {
  const { timeZone } = useMe();
  const { asOf } = answer;
  const time = asOf ? formatTime(new Date(Number(asOf.seconds) * 1000), timeZone) : "";
  return (
    <p className={styles["age"]}>
      {current ? <FormattedMessage {...messages.asOf} values={{ time }} /> : <FormattedMessage {...messages.old} />}
    </p>
  );
}
