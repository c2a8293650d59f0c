import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useStore } from "zustand";
import type { ChannelProgress } from "../../api/messages";
import { channelMessages, commonMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-message";
import { isChannel } from "../../lib/channel";
import { formatDay } from "../../lib/dates";
import { Card } from "../../ui/Card";
import styles from "./CalculationPanel.module.css";
import { percent } from "./format";
import { calculationMessages, stageMessages } from "./messages";
import { percentOf, stageOf } from "./model/progress";
import type { CalculationStore } from "./store";
import { Notice } from "../../ui/Notice";
import { Button } from "../../ui/Button";
import { Progress } from "../../ui/Progress";

interface CalculationPanelProps {
  readonly store: CalculationStore;
  readonly onRetry: () => void;
}

/** How far the calculation started here is, channel by channel. */
export function CalculationPanel({ store, onRetry }: CalculationPanelProps): ReactNode {
  const { phase, channels, fault } = useStore(store);
  if (phase === "idle") return null;
  if (phase === "failed" && fault) {
    return (
      <Notice
        type="error"
        title={<FormattedMessage {...faultMessage(fault)} />}
        action={
          <Button size="small" onClick={onRetry}>
            <FormattedMessage {...commonMessages.retry} />
          </Button>
        }
      />
    );
  }
  const finished = phase === "finished";
  return (
    <Card
      title={<FormattedMessage {...(finished ? calculationMessages.ended : calculationMessages.title)} />}
      extra={
        finished && (
          <Button size="small" onClick={() => store.setState({ phase: "idle" })}>
            <FormattedMessage {...calculationMessages.close} />
          </Button>
        )
      }
    >
      {channels.length === 0 && <FormattedMessage {...calculationMessages.starting} />}
      <div className={styles["channels"]}>
        {channels.map((progress) => (
          <ChannelLine key={progress.scoringType} progress={progress} />
        ))}
      </div>
      <Spoken channels={channels} finished={finished} />
    </Card>
  );
}

function ChannelLine({ progress }: { readonly progress: ChannelProgress }): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const stage = stageOf(progress);
  const name = useChannelName(progress);
  return (
    <div className={styles["channel"]}>
      <span className={styles["name"]}>{name}</span>
      <Progress
        aria-label={name}
        percent={percentOf(progress)}
        words={percent(intl, percentOf(progress))}
        status={stage === "failed" ? "exception" : stage === "done" ? "success" : "normal"}
      />
      <span className={styles["stage"]}>
        {formatMessage(stageMessages[stage])}
        {stage === "skipped" && (
          <>
            {" – "}
            {progress.possibleFrom === ""
              ? formatMessage(calculationMessages.noData)
              : formatMessage(calculationMessages.tooLittle, { date: formatDay(progress.possibleFrom) })}
          </>
        )}
      </span>
    </div>
  );
}

function useChannelName({ scoringType }: ChannelProgress): string {
  const { formatMessage } = useIntl();
  return isChannel(scoringType) ? formatMessage(channelMessages[scoringType]) : scoringType;
}

/** The same for the ear: only when a stage changes or another quarter is done, or it would never stop talking. */
function Spoken({ channels, finished }: { channels: readonly ChannelProgress[]; finished: boolean }): ReactNode {
  const intl = useIntl();
  const words = channels.map((progress) =>
    intl.formatMessage(calculationMessages.spoken, {
      channel: isChannel(progress.scoringType)
        ? intl.formatMessage(channelMessages[progress.scoringType])
        : progress.scoringType,
      stage: intl.formatMessage(stageMessages[stageOf(progress)]),
      percent: percent(intl, Math.floor(percentOf(progress) / 25) * 25),
    }),
  );
  if (finished) words.unshift(intl.formatMessage(calculationMessages.ended));
  return (
    <p className="visually-hidden" role="status">
      {words.join(". ")}
    </p>
  );
}
