import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { RunService } from "../../api/services";
import { useApi } from "../../api/api-context";
import type { CurrentCalculation } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { percent } from "../../i18n/format";
import { isChannel } from "../../lib/channel";
import { formatDay } from "../../lib/dates";
import { showSnackbar } from "../../stores/app-store";
import { showFault } from "../../stores/show-fault";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Progress } from "../../ui/Progress";
import { stageMessages, STAGES } from "../calculation";
import { useEnded, useFocusKept } from "./leaving-rows";
import { runsMessages as messages } from "./messages";
import styles from "./Runs.module.css";

/** Waiting and running calculations by scoring, with buttons to cancel them; announces those that have ended since. */
export function CurrentList({ items }: { readonly items: readonly CurrentCalculation[] }): ReactNode {
  const { formatMessage } = useIntl();
  const ids = [...new Set(items.map(({ scoringId }) => scoringId))];
  const { ended, onStopped } = useEnded(items);
  const { list, heading, hold } = useFocusKept(ids);
  return (
    <>
      {/* Always present, because screen readers only announce changes of its content. */}
      <p className="visually-hidden" role="status">
        {ended.length > 0 && formatMessage(messages.over, { names: ended.join(", ") })}
      </p>
      {ids.length > 0 && (
        <div className={styles["above"]}>
          <Card
            title={
              <span ref={heading} tabIndex={-1}>
                <FormattedMessage {...messages.current} />
              </span>
            }
          >
            <ul ref={list} className="stack">
              {ids.map((id) => (
                <CurrentScoring
                  key={id}
                  calculations={items.filter(({ scoringId }) => scoringId === id)}
                  onStopped={onStopped}
                  hold={hold}
                />
              ))}
            </ul>
          </Card>
        </div>
      )}
    </>
  );
}

interface CurrentScoringProps {
  /** The calculations of one scoring; the first has progressed furthest. */
  readonly calculations: readonly CurrentCalculation[];
  readonly onStopped: (scoringId: string) => void;
  readonly hold: (scoringId: string | undefined) => void;
}

function CurrentScoring({ calculations, onStopped, hold }: CurrentScoringProps): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const first = calculations[0];
  if (!first) return null;
  const { scoringId, scoringName: name, scoringType, generatedDate, stage } = first;
  const share = Math.floor(first.done * 100);
  const known = STAGES.find((one) => one === stage);
  const stop = async (): Promise<void> => {
    setBusy(true);
    if (await cancel(api, first)) onStopped(scoringId);
    await revalidate();
    setBusy(false);
  };
  return (
    <li className={styles["scoring"]} data-scoring={scoringId}>
      <span className={styles["name"]}>{name}</span>
      <span className={styles["stage"]}>
        <FormattedMessage
          {...messages.first}
          values={{
            channel: isChannel(scoringType) ? formatMessage(channelMessages[scoringType]) : scoringType,
            date: formatDay(generatedDate),
            stage: (known ? formatMessage(stageMessages[known]) : stage).toLocaleLowerCase(intl.locale),
          }}
        />{" "}
        {calculations.length > 1 && (
          <FormattedMessage {...messages.waiting} values={{ count: calculations.length - 1 }} />
        )}
      </span>
      <Progress aria-label={name} percent={share} words={percent(intl, share)} status="normal" />
      <Button
        label={messages.stop}
        size="small"
        loading={busy}
        aria-label={formatMessage(messages.stopNamed, { name })}
        onFocus={() => hold(scoringId)}
        onBlur={() => hold(undefined)}
        onClick={() => void stop()}
      />
    </li>
  );
}

/** Cancels all waiting and running calculations of a scoring, shows a message, and resolves to whether it succeeded. */
async function cancel(api: Api, { scoringId: id, scoringName: name }: CurrentCalculation): Promise<boolean> {
  try {
    const { cancelledCount: count } = await clientOf(api, RunService).cancel({ id });
    showSnackbar({ message: messages.stopped, values: { count, name } });
    return true;
  } catch (thrown) {
    showFault(thrown);
    return false;
  }
}
