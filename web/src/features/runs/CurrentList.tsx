import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import type { Api } from "../../api/api";
import { useApi } from "../../api/api-context";
import { toFault } from "../../api/fault";
import type { CurrentCalculation } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-message";
import { percent } from "../../i18n/format";
import { isChannel } from "../../lib/channel";
import { formatDay } from "../../lib/dates";
import { showSnackbar } from "../../stores/app-store";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Progress } from "../../ui/Progress";
import { stageMessages, STAGES } from "../calculation";
import { runsMessages as messages } from "./messages";
import styles from "./Runs.module.css";

/** What waits or runs, scoring by scoring, and how it is stopped. */
export function CurrentList({ items }: { readonly items: readonly CurrentCalculation[] }): ReactNode {
  const { formatMessage } = useIntl();
  const ids = [...new Set(items.map(({ scoringId }) => scoringId))];
  return (
    <div className={styles["above"]}>
      <Card title={formatMessage(messages.current)}>
        <ul className={styles["current"]}>
          {ids.map((id) => (
            <CurrentScoring key={id} calculations={items.filter(({ scoringId }) => scoringId === id)} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** Calculations of one scoring, of which the first is furthest. */
function CurrentScoring({ calculations }: { readonly calculations: readonly CurrentCalculation[] }): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const first = calculations[0];
  if (!first) return null;
  const { scoringName: name, scoringType, generatedDate, stage } = first;
  const share = Math.floor(first.done * 100);
  const known = STAGES.find((one) => one === stage);
  const stop = async (): Promise<void> => {
    setBusy(true);
    await cancel(api, first);
    await revalidate();
    setBusy(false);
  };
  return (
    <li className={styles["scoring"]}>
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
        size="small"
        loading={busy}
        aria-label={formatMessage(messages.stopNamed, { name })}
        onClick={() => void stop()}
      >
        <FormattedMessage {...messages.stop} />
      </Button>
    </li>
  );
}

/** Stops all that waits or runs of a scoring. */
async function cancel(api: Api, { scoringId: id, scoringName: name }: CurrentCalculation): Promise<void> {
  try {
    const { cancelledCount: count } = await api.runs.cancel({ id });
    showSnackbar({ message: messages.stopped, values: { count, name } });
  } catch (thrown) {
    showSnackbar({ message: faultMessage(toFault(thrown)) }, { type: "error", timeout: 8000 });
  }
}
