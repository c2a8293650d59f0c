import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { ChannelProgress } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { percent } from "../../i18n/format";
import { isChannel } from "../../lib/channel";
import { formatDay } from "../../lib/dates";
import { Progress } from "../../ui/Progress";
import styles from "./CalculationProgress.module.css";
import { progressMessages, stageMessages } from "./messages";
import { percentOf, stageOf } from "./progress";

interface CalculationProgressProps {
  readonly channels: readonly ChannelProgress[];
  readonly finished: boolean;
  /** The result of a channel that is done, in place of the word. */
  readonly children?: (scoringType: string) => ReactNode;
}

/** The progress of a calculation by channel, drawn and for screen readers; once finished, a line for each channel. */
export function CalculationProgress({ channels, finished, children }: CalculationProgressProps): ReactNode {
  return (
    <>
      <div className="stack tight">
        {channels.map((progress) => (
          <ChannelLine key={progress.scoringType} progress={progress} finished={finished} result={children} />
        ))}
      </div>
      <Spoken channels={channels} finished={finished} />
    </>
  );
}

interface ChannelLineProps {
  readonly progress: ChannelProgress;
  readonly finished: boolean;
  readonly result: CalculationProgressProps["children"];
}

function ChannelLine({ progress, finished, result }: ChannelLineProps): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const stage = stageOf(progress);
  const name = useChannelName(progress);
  return (
    <div className={styles["channel"]} data-finished={finished}>
      <span className={styles["name"]}>{name}</span>
      {!finished && (
        <Progress
          aria-label={name}
          percent={percentOf(progress)}
          words={percent(intl, percentOf(progress))}
          status={stage === "failed" ? "exception" : stage === "done" ? "success" : "normal"}
        />
      )}
      <span className={styles["stage"]} data-stage={stage}>
        {(stage === "done" ? result?.(progress.scoringType) : undefined) ?? formatMessage(stageMessages[stage])}
        {stage === "skipped" && (
          <>
            {" – "}
            {progress.possibleFrom === ""
              ? formatMessage(progressMessages.noData)
              : formatMessage(progressMessages.tooLittle, { date: formatDay(progress.possibleFrom) })}
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

/** The progress for screen readers, updated only when a stage changes or another quarter is done, to keep it short. */
function Spoken({ channels, finished }: { channels: readonly ChannelProgress[]; finished: boolean }): ReactNode {
  const intl = useIntl();
  const words = channels.map((progress) =>
    intl.formatMessage(progressMessages.spoken, {
      channel: isChannel(progress.scoringType)
        ? intl.formatMessage(channelMessages[progress.scoringType])
        : progress.scoringType,
      stage: intl.formatMessage(stageMessages[stageOf(progress)]),
      percent: percent(intl, Math.floor(percentOf(progress) / 25) * 25),
    }),
  );
  if (finished) words.unshift(intl.formatMessage(progressMessages.ended));
  return (
    <p className="visually-hidden" role="status">
      {words.join(". ")}
    </p>
  );
}
