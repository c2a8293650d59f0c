import { useState, type MouseEvent, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { channelMessages } from "../../../i18n/common-messages";
import type { Channel } from "../../../lib/channel";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { FaultAlert } from "../../../ui/FaultAlert";
import { lazyPart } from "../../../ui/lazy-part";
import { Segmented } from "../../../ui/Segmented";
import { Skeleton } from "../../../ui/Skeleton";
import { isAsking, NOT_ASKED } from "../actions/backtest";
import { useDraft, useEditor, useEditorState } from "../editor-context";
import { settingsOf } from "../model/past";
import styles from "./Past.module.css";
import { summaryMessages as messages } from "../pages/summary-messages";
import { wordMessages } from "../../../i18n/word-messages";
import { panelMessages } from "../panel/messages";

const PastWeeks = lazyPart(async () => (await import("./PastWeeks")).PastWeeks, <Skeleton rows={8} />);

/** Results of past weeks with the present settings: on request, because it costs several calculations. */
export function PastSection(): ReactNode {
  const { formatMessage } = useIntl();
  const { backtest } = useEditor();
  const [draft] = useDraft();
  const [chosen, setChosen] = useState<Channel>();
  const backtests = useEditorState((state) => state.backtests);
  const channel = chosen && draft.channels.includes(chosen) ? chosen : draft.channels[0];
  if (!channel) return null;
  const state = backtests[channel] ?? NOT_ASKED;
  const { phase, answer, fault } = state;
  const current = state.of === settingsOf(draft, channel);
  const asking = isAsking(state);
  // One button, so that it keeps the focus; the second click of a double click does not undo the first.
  const act = ({ detail }: MouseEvent): void => {
    if (!asking) void backtest.ask(channel);
    else if (detail < 2) backtest.stop();
  };
  return (
    <Card title={messages.past} description={backtest.changes(channel) ? messages.pastHintCompared : messages.pastHint}>
      <div className="stack" aria-busy={asking}>
        <div className={styles["acts"]}>
          {draft.channels.length > 1 && (
            <Segmented
              aria-label={formatMessage(wordMessages.channel)}
              size="small"
              value={channel}
              options={draft.channels.map((one) => ({ value: one, label: channelMessages[one] }))}
              onChange={setChosen}
            />
          )}
          <Button
            label={asking ? messages.pastStop : answer ? wordMessages.recalculate : messages.pastAsk}
            onClick={act}
          />
        </div>
        {/* Loaded figures are visible. */}
        <p role="status" className={phase === "ready" ? "visually-hidden" : styles["state"]}>
          {phase === "loading" && <FormattedMessage {...messages.pastLoading} />}
          {phase === "waiting" && <FormattedMessage {...panelMessages.waiting} />}
          {phase === "stopped" && <FormattedMessage {...messages.pastStopped} />}
          {phase === "ready" && current && <FormattedMessage {...messages.pastDone} />}
        </p>
        {phase === "failed" && fault && <FaultAlert fault={fault} />}
        {answer && <PastWeeks key={channel} channel={channel} answer={answer} current={current} />}
      </div>
    </Card>
  );
}
