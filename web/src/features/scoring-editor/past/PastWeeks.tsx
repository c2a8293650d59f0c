import { useState, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { BacktestScoringResponse } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import type { Channel } from "../../../lib/channel";
import { formatTime } from "../../../lib/dates";
import { TWO_DECIMALS } from "../../../i18n/format";
import { Segmented } from "../../../ui/Segmented";
import { useMe } from "../../session";
import { daysOf, isCompared, measuresOf, type Measure } from "../model/past";
import styles from "./Past.module.css";
import { PastChart } from "./PastChart";
import { PastTable } from "./PastTable";
import { measureMessages, pastMessages as messages } from "./messages";
import { panelMessages } from "../panel/messages";

interface PastWeeksProps {
  readonly channel: Channel;
  readonly answer: BacktestScoringResponse;
  /** Whether the response is for the present draft. */
  readonly current: boolean;
}

/** The effect of a change, week by week. */
export function PastWeeks({ channel, answer, current }: PastWeeksProps): ReactNode {
  const { formatMessage } = useIntl();
  const [measure, setMeasure] = useState<Measure>("average");
  const days = daysOf(answer, measure);
  const compared = isCompared(answer);
  const known = days.some(({ after, before }) => after !== undefined || before !== undefined);
  return (
    <div className={styles["weeks"]} data-old={!current}>
      <Headline answer={answer} />
      {known ? (
        <>
          <Segmented
            aria-label={formatMessage(messages.measure)}
            size="small"
            value={measure}
            options={measuresOf(answer).map((one) => ({ value: one, label: measureMessages[one] }))}
            onChange={setMeasure}
          />
          <PastChart
            days={days}
            compared={compared}
            measure={measure}
            about={formatMessage(channelMessages[channel])}
          />
          {measure === "clicked" && (
            <p className="quiet">
              <FormattedMessage {...messages.clickedHint} />
            </p>
          )}
          <PastTable days={days} compared={compared} measure={measure} />
        </>
      ) : (
        <p className="quiet">
          <FormattedMessage {...messages.nothing} />
        </p>
      )}
      <p className="quiet">
        <FormattedMessage {...messages.audience} />
      </p>
      <Age answer={answer} current={current} />
    </div>
  );
}

/** Today's figures, and the number of contacts that change bands. */
function Headline({ answer }: { readonly answer: BacktestScoringResponse }): ReactNode {
  const { after, before } = daysOf(answer, "average")[0] ?? {};
  const { moves } = answer;
  const two = (value: number): ReactNode => <FormattedNumber value={value} {...TWO_DECIMALS} />;
  return (
    <div>
      <p className={styles["headline"]}>
        {after === undefined ? (
          <FormattedMessage {...messages.todayUnknown} />
        ) : before === undefined ? (
          <FormattedMessage {...messages.today} values={{ after: two(after) }} />
        ) : (
          <FormattedMessage
            {...messages.todayCompared}
            values={{
              after: two(after),
              before: two(before),
              change: <FormattedNumber value={after - before} signDisplay="exceptZero" {...TWO_DECIMALS} />,
            }}
          />
        )}
      </p>
      {moves && (
        <p className="number">
          <FormattedMessage {...messages.moves} values={{ up: moves.up, down: moves.down, same: moves.same }} />
          {moves.entered > 0 && (
            <>
              {" "}
              <FormattedMessage {...messages.entered} values={{ count: moves.entered }} />
            </>
          )}
          {moves.left > 0 && (
            <>
              {" "}
              <FormattedMessage {...messages.left} values={{ count: moves.left }} />
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** The age of the figures. */
function Age({ answer, current }: Pick<PastWeeksProps, "answer" | "current">): ReactNode {
  const { timeZone } = useMe();
  const time = answer.asOf ? formatTime(new Date(Number(answer.asOf.seconds) * 1000), timeZone) : "";
  return (
    <p className="aside number">
      {current ? (
        <FormattedMessage {...panelMessages.asOf} values={{ time }} />
      ) : (
        <FormattedMessage {...panelMessages.old} />
      )}
    </p>
  );
}
