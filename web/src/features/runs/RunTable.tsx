import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { useIntl, type IntlShape } from "react-intl";
import { Link, useNavigate, useRevalidator } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { CalculationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import type { Run } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { durationInWords, secondsOf } from "../../i18n/duration";
import { isChannel } from "../../lib/channel";
import { dayOf, formatDay, formatTime } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { showSnackbar } from "../../stores/app-store";
import { showFault } from "../../stores/show-fault";
import { Button } from "../../ui/Button";
import { Details } from "../../ui/Details";
import { NoValue } from "../../ui/NoValue";
import { Table } from "../../ui/Table";
import { Tag } from "../../ui/Tag";
import { useSubmission } from "../../ui/use-submission";
import { editPath, unscorableToday } from "../scoring-editor";
import { useMe } from "../session";
import { outcomeMessages, runsMessages as messages, warningMessages } from "./messages";
import styles from "./Runs.module.css";
import { OUTCOMES } from "./view";
import { wordMessages } from "../../i18n/word-messages";

/** Shorter calculations do not tell their duration. */
const LONG_SECONDS = 5;

interface RunTableProps {
  readonly items: readonly Run[];
  readonly busy: boolean;
}

/**
 * Ended calculations below the day that was calculated and, if it is another, the day they ended. Each has a row, but
 * those of a channel that were skipped at the same time, for the same reason, share one.
 */
export function RunTable({ items, busy }: RunTableProps): ReactNode {
  const intl = useIntl();
  const { timeZone } = useMe();
  const runs = items.map((run) => ({ ...run, ended: momentOf(run, timeZone), seconds: secondsOf(run) }));
  const results = items.some(({ outcome }) => outcome === "done");
  return (
    <Table
      caption={wordMessages.calculations}
      className={styles["runs"]}
      busy={busy}
      rows={merged(ordered(runs))}
      rowKey={([{ id }]) => String(id)}
      section={([run]) => dayInWords(intl, run)}
      columns={[
        {
          head: wordMessages.scoring,
          className: styles["ofScoring"],
          cell: (runs) => (runs.length === 1 ? <Name run={runs[0]} /> : <Names runs={runs} />),
        },
        {
          head: wordMessages.channel,
          label: false,
          className: styles["channel"],
          cell: ([{ scoringType }]) =>
            isChannel(scoringType) ? intl.formatMessage(channelMessages[scoringType]) : scoringType,
        },
        // Without a result it takes the place of the figures.
        {
          head: messages.outcome,
          label: false,
          className: styles["outcome"],
          cell: ([run]) => <Outcome run={run} />,
        },
        results && {
          head: messages.scored,
          number: true,
          cell: ([{ outcome, scoredCount }]) => (outcome === "done" ? scoredCount : null),
        },
        results && {
          head: messages.excluded,
          number: true,
          cell: ([{ outcome, excludedCount }]) => (outcome === "done" ? excludedCount || undefined : null),
        },
        {
          head: messages.ended,
          label: false,
          className: styles["ended"],
          cell: ([{ ended, byName, seconds }, ...others]) => (
            <>
              {ended.time || <NoValue />}
              {seconds !== undefined && seconds >= LONG_SECONDS && others.length === 0 && (
                <span className="faint"> · {durationInWords(intl, seconds)}</span>
              )}
              {byName && <span className="faint"> · {intl.formatMessage(messages.byName)}</span>}
            </>
          ),
        },
      ]}
    />
  );
}

interface Ended extends Run {
  readonly ended: { readonly day: string; readonly time: string };
  /** How long it took, if it began. */
  readonly seconds: number | undefined;
}

/** Calculations that are shown together. */
type Row = readonly [Ended, ...Ended[]];

function momentOf({ endedAt }: Run, timeZone: string): Ended["ended"] {
  if (!endedAt) return { day: "", time: "" };
  const moment = timestampDate(endedAt);
  return { day: dayOf(moment, timeZone), time: formatTime(moment, timeZone) };
}

/** A day with its weekday, by which people know their nights. */
function dayInWords({ formatMessage, formatDate }: IntlShape, { generatedDate, ended: { day } }: Ended): string {
  const weekday = formatDate(`${generatedDate}T00:00:00Z`, { weekday: "long", timeZone: "UTC" });
  const values = { date: formatDay(generatedDate), weekday, ended: formatDay(day) };
  return formatMessage(day === "" || day === generatedDate ? messages.ofDay : messages.ofDayLater, values);
}

/** By the day calculated and the day they ended, newest first; the channels of a scoring are together. */
function ordered(runs: readonly Ended[]): readonly Ended[] {
  return runs.toSorted(
    (a, b) =>
      b.generatedDate.localeCompare(a.generatedDate) ||
      b.ended.day.localeCompare(a.ended.day) ||
      a.scoringName.localeCompare(b.scoringName) ||
      a.scoringType.localeCompare(b.scoringType),
  );
}

/** Skipped ones of the same day that differ in nothing but their scoring or duration are one row. */
function merged(runs: readonly Ended[]): readonly Row[] {
  const rows = new Map<string, [Ended, ...Ended[]]>();
  for (const run of runs) {
    const { id, outcome, generatedDate, scoringType, possibleFrom, warnings, ended, byName } = run;
    const alike = JSON.stringify([generatedDate, scoringType, possibleFrom, warnings, ended, byName]);
    const key = outcome === "skipped" ? alike : String(id);
    const row = rows.get(key);
    if (row) row.push(run);
    else rows.set(key, [run]);
  }
  return [...rows.values()];
}

function Names({ runs }: { readonly runs: Row }): ReactNode {
  return (
    <ul className={styles["names"]}>
      {runs.map((run) => (
        <li key={run.id}>
          <Name run={run} />
        </li>
      ))}
    </ul>
  );
}

/** A calculation with a result links to its report. */
function Name({ run }: { readonly run: Run }): ReactNode {
  const { scoringId, scoringName, generatedDate, outcome } = run;
  if (outcome !== "done") return scoringName;
  return <Link to={paths.report(scoringId, { scoringType: channelOf(run), date: generatedDate })}>{scoringName}</Link>;
}

const COLORS = { done: "success", skipped: "default", failed: "error", cancelled: "default" } as const;

/** The outcome: with a result its warnings, otherwise the reason and the remedy. */
function Outcome({ run }: { readonly run: Run }): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const start = useSubmission<undefined>(async () => {
    try {
      const { scoringId: id } = run;
      const { to, state } = editPath({ id });
      // Its last step explains why it would score no contact.
      if ((await unscorableToday(api, id)).length > 0) await navigate(to, { state });
      else await again(api, run).then(() => revalidate());
    } catch (thrown) {
      showFault(thrown);
    }
  });
  const known = OUTCOMES.find((outcome) => outcome === run.outcome);
  const warnings = [...new Set(run.warnings.map(({ code, subject }) => text(formatMessage, code, subject)))];
  return (
    <div className={styles["state"]} data-outcome={run.outcome}>
      <Tag color={known && COLORS[known]}>{known ? formatMessage(outcomeMessages[known]) : run.outcome}</Tag>
      {run.outcome === "skipped" && (
        <span className="faint">
          {run.possibleFrom === ""
            ? formatMessage(messages.noData)
            : formatMessage(messages.tooLittle, { date: formatDay(run.possibleFrom) })}
        </span>
      )}
      {run.outcome === "failed" && formatMessage(messages.failed, { tries: run.tries })}
      {run.outcome === "cancelled" && <span className="faint">{formatMessage(messages.cancelled)}</span>}
      {warnings.length > 0 && (
        <div className={styles["warnings"]}>
          <Details summary={formatMessage(messages.warnings, { count: warnings.length })}>{warnings.join(" ")}</Details>
        </div>
      )}
      {(run.outcome === "failed" || run.outcome === "cancelled") && (
        <Button
          label={wordMessages.recalculate}
          size="small"
          loading={start.busy}
          onClick={() => void start.submit(undefined)}
        />
      )}
    </div>
  );
}

function text(formatMessage: IntlShape["formatMessage"], code: string, subject: string): string {
  const message = warningMessages[code];
  return message ? formatMessage(message, { subject }) : code;
}

/** Requests the same calculation again. */
async function again(api: Api, { scoringId, scoringName, generatedDate }: Run): Promise<void> {
  await clientOf(api, CalculationService).calculate({ id: scoringId, generatedDate });
  showSnackbar({ message: messages.asked, values: { name: scoringName, date: formatDay(generatedDate) } });
}

function channelOf({ scoringType }: Run) {
  return isChannel(scoringType) ? scoringType : undefined;
}
