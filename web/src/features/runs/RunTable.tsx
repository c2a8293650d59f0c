import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl, type IntlShape } from "react-intl";
import { Link, useNavigate, useRevalidator } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { CalculationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import type { Run } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { durationInWords, secondsOf } from "../../i18n/duration";
import { isChannel } from "../../lib/channel";
import { dayOf, formatDay, formatMoment } from "../../lib/dates";
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
import { outcomeMessages, reasonMessages, runsMessages as messages, warningMessages } from "./messages";
import styles from "./Runs.module.css";
import { OUTCOMES } from "./view";
import { wordMessages } from "../../i18n/word-messages";

interface RunTableProps {
  readonly items: readonly Run[];
  readonly busy: boolean;
}

/** Ended calculations, a row each, below the day that was calculated. */
export function RunTable({ items, busy }: RunTableProps): ReactNode {
  const intl = useIntl();
  const { timeZone } = useMe();
  return (
    <Table
      caption={wordMessages.calculations}
      busy={busy}
      rows={ordered(items, timeZone)}
      rowKey={({ id }) => String(id)}
      section={({ generatedDate }) => dayInWords(intl, generatedDate)}
      columns={[
        { head: wordMessages.scoring, className: styles["ofScoring"], cell: (run) => <Name run={run} /> },
        {
          head: wordMessages.channel,
          label: false,
          className: styles["when"],
          cell: ({ scoringType }) =>
            isChannel(scoringType) ? intl.formatMessage(channelMessages[scoringType]) : scoringType,
        },
        { head: messages.outcome, label: false, className: styles["outcome"], cell: (run) => <Outcome run={run} /> },
        { head: messages.scored, number: true, cell: (run) => (run.outcome === "done" ? run.scoredCount : undefined) },
        {
          head: messages.excluded,
          number: true,
          cell: ({ outcome, excludedCount }) => (outcome === "done" && excludedCount > 0 ? excludedCount : undefined),
        },
        {
          head: messages.ended,
          className: styles["when"],
          cell: ({ endedAt, byName }) => (
            <>
              {endedAt ? formatMoment(timestampDate(endedAt), timeZone) : <NoValue />}
              {byName && <span className={styles["quiet"]}> {intl.formatMessage(messages.byName)}</span>}
            </>
          ),
        },
        { head: messages.took, number: true, cell: (run) => took(intl, run) },
      ]}
    />
  );
}

/** A day with its weekday, by which people know their nights. */
function dayInWords({ formatMessage, formatDate }: IntlShape, day: string): string {
  const weekday = formatDate(`${day}T00:00:00Z`, { weekday: "long", timeZone: "UTC" });
  return formatMessage(messages.ofDay, { date: formatDay(day), weekday });
}

/** Newest first by the day they ended and the day calculated; the channels of a scoring are together. */
function ordered(runs: readonly Run[], timeZone: string): readonly Run[] {
  const ended = ({ endedAt }: Run): string => (endedAt ? dayOf(timestampDate(endedAt), timeZone) : "");
  return runs.toSorted(
    (a, b) =>
      ended(b).localeCompare(ended(a)) ||
      b.generatedDate.localeCompare(a.generatedDate) ||
      a.scoringName.localeCompare(b.scoringName) ||
      a.scoringType.localeCompare(b.scoringType),
  );
}

/** A calculation with a result links to its report. */
function Name({ run }: { readonly run: Run }): ReactNode {
  const { scoringId, scoringName, generatedDate, outcome } = run;
  if (outcome !== "done") return scoringName;
  return <Link to={paths.report(scoringId, { scoringType: channelOf(run), date: generatedDate })}>{scoringName}</Link>;
}

const COLORS = { done: "success", skipped: "default", failed: "error", cancelled: "default" } as const;

/** The outcome, its warnings and actions. */
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
    <div className={styles["state"]}>
      <Tag color={known && COLORS[known]}>{known ? formatMessage(outcomeMessages[known]) : run.outcome}</Tag>
      {run.outcome === "skipped" &&
        (run.possibleFrom === "" ? (
          <Why short={formatMessage(reasonMessages.NO_DATA)} long={formatMessage(messages.noData)} />
        ) : (
          <Why
            short={formatMessage(reasonMessages.TOO_LITTLE_DATA)}
            long={formatMessage(messages.tooLittle, { date: formatDay(run.possibleFrom) })}
          />
        ))}
      {run.outcome === "failed" && (
        <Why short={formatMessage(messages.tries, { tries: run.tries })} long={formatMessage(messages.failed)} />
      )}
      {run.outcome === "cancelled" && (
        <Why short={formatMessage(messages.next)} long={formatMessage(messages.cancelled)} />
      )}
      {warnings.length > 0 && (
        <Why short={formatMessage(messages.warnings, { count: warnings.length })} long={warnings.join(" ")} />
      )}
      {(run.outcome === "failed" || run.outcome === "cancelled") && (
        <Button size="small" loading={start.busy} onClick={() => void start.submit(undefined)}>
          <FormattedMessage {...wordMessages.recalculate} />
        </Button>
      )}
    </div>
  );
}

/** A reason in a few words, and its sentence on request. */
function Why({ short, long }: { readonly short: string; readonly long: string }): ReactNode {
  return (
    <div className={styles["why"]}>
      <Details summary={short}>{long}</Details>
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

/** The duration of the work, in words. */
function took(intl: IntlShape, run: Run): ReactNode {
  const seconds = secondsOf(run);
  return seconds === undefined ? <NoValue /> : durationInWords(intl, seconds);
}
