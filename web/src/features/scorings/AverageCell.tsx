import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { bandMessages } from "../../i18n/common-messages";
import { bandOf } from "../../lib/bands";
import { formatDay, formatDayMonth } from "../../lib/dates";
import { TWO_DECIMALS } from "../../i18n/format";
import { NoValue } from "../../ui/NoValue";
import { scoringsMessages } from "./messages";
import type { ChannelLine, LineResult, Week } from "./rows";
import styles from "./ScoringTable.module.css";

/**
 * The newest average with its band in words, the averages of the last weeks as a line, and the change since the day
 * that the report compares with, which the line marks.
 */
export function AverageCell({ line: { result, weeks } }: { readonly line: ChannelLine }): ReactNode {
  if (!result || result.count === 0) return <NoValue />;
  const { average, before } = result;
  return (
    <span className={styles["score"]}>
      <FormattedNumber value={average} {...TWO_DECIMALS} />
      <span className="visually-hidden">
        <FormattedMessage {...bandMessages[bandOf(average)]} />
      </span>
      <Course weeks={weeks} result={result} />
      {before && (
        <span className="quiet">
          <FormattedNumber value={average - before.average} signDisplay="exceptZero" {...TWO_DECIMALS} />{" "}
          <span className={styles["since"]}>
            <FormattedMessage {...scoringsMessages.since} values={{ date: formatDayMonth(before.date) }} />
          </span>
        </span>
      )}
    </span>
  );
}

/** On a phone's card: the heading of the averages, with the day that their changes count from. */
export function AverageLabel({ lines }: { readonly lines: readonly ChannelLine[] }): ReactNode {
  const [date, ...others] = new Set(lines.flatMap(({ result }) => result?.before?.date ?? []));
  return (
    <span className={styles["label"]} data-days={others.length > 0 || undefined}>
      {date === undefined || others.length > 0 ? (
        <FormattedMessage {...scoringsMessages.average} />
      ) : (
        <FormattedMessage {...scoringsMessages.averageSince} values={{ date: formatDayMonth(date) }} />
      )}
    </span>
  );
}

/** Pixels for each week, and the height of the line. */
const [STEP, HEIGHT] = [5, 18];
const WEEKS_BEFORE = 12;
/** The minimum range of scores of the height, so that a stable average looks stable. */
const RANGE = 4;

interface CourseProps {
  readonly weeks: readonly Week[];
  readonly result: LineResult;
}

/** The weeks' averages; the change counts from the dot on, with the results of its two days at both ends. */
function Course({ weeks, result: { average, before } }: CourseProps): ReactNode {
  const { formatMessage } = useIntl();
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last || first === last) return null;
  const since = before ? weeks.findLastIndex(({ monday }) => monday <= before.date) : -1;
  const averages = weeks.map((week, at) =>
    week === last ? average : at === since && before ? before.average : week.average,
  );
  const [low, high] = [Math.min(...averages), Math.max(...averages)];
  const range = Math.max(RANGE, high - low);
  const points = weeks.map(({ ago }, at) => {
    const up = 0.5 + ((averages[at] ?? 0) - (low + high) / 2) / range;
    return { x: STEP * (WEEKS_BEFORE - ago), y: (HEIGHT * (1 - up)).toFixed(1) };
  });
  const path = (from: number): string =>
    points
      .slice(from)
      .map(({ x, y }) => `${x},${y}`)
      .join(" ");
  const start = points[since];
  return (
    <svg
      role="img"
      aria-label={formatMessage(scoringsMessages.course, { date: formatDay(first.monday) })}
      className={styles["course"]}
      viewBox={`-1 -1 ${STEP * WEEKS_BEFORE + 2} ${HEIGHT + 2}`}
    >
      <polyline points={path(0)} data-earlier={start !== undefined || undefined} />
      {start && <polyline points={path(since)} />}
      {start && <circle cx={start.x} cy={start.y} r="1.5" />}
    </svg>
  );
}
