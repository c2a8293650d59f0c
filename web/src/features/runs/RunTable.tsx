import { timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl, type IntlShape } from "react-intl";
import { Link, useNavigate, useRevalidator } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { CalculationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { toFault } from "../../api/fault";
import type { Run } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-message";
import { isChannel } from "../../lib/channel";
import { formatDay, formatMoment } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { showSnackbar } from "../../stores/app-store";
import { Button } from "../../ui/Button";
import { NoValue } from "../../ui/NoValue";
import { Table } from "../../ui/Table";
import { Tag } from "../../ui/Tag";
import { editPath, unscorableToday } from "../scoring-editor";
import { useMe } from "../session";
import { outcomeMessages, runsMessages as messages, warningMessages } from "./messages";
import styles from "./Runs.module.css";
import { OUTCOMES } from "./view";
import { wordMessages } from "../../i18n/word-messages";

interface RunTableProps {
  readonly items: readonly Run[];
  readonly busy: boolean;
}

/** Ended calculations, a row each. */
export function RunTable({ items, busy }: RunTableProps): ReactNode {
  const intl = useIntl();
  const { timeZone } = useMe();
  return (
    <Table
      caption={wordMessages.calculations}
      busy={busy}
      rows={items.toSorted((a, b) => minuteOf(b) - minuteOf(a) || b.generatedDate.localeCompare(a.generatedDate))}
      rowKey={({ id }) => String(id)}
      columns={[
        { head: wordMessages.scoring, className: styles["ofScoring"], cell: (run) => <Name run={run} /> },
        {
          head: wordMessages.channel,
          className: styles["when"],
          cell: ({ scoringType }) =>
            isChannel(scoringType) ? intl.formatMessage(channelMessages[scoringType]) : scoringType,
        },
        { head: messages.day, className: styles["when"], cell: ({ generatedDate }) => formatDay(generatedDate) },
        {
          head: messages.ended,
          className: styles["when"],
          cell: ({ endedAt, byName }) => (
            <>
              {endedAt ? formatMoment(timestampDate(endedAt), timeZone) : <NoValue />}
              <span className={styles["under"]}>{intl.formatMessage(byName ? messages.byName : messages.bySelf)}</span>
            </>
          ),
        },
        { head: messages.took, number: true, cell: (run) => took(intl, run) },
        {
          head: messages.scored,
          number: true,
          cell: ({ outcome, scoredCount, excludedCount }) =>
            outcome === "done" ? (
              <>
                <FormattedNumber value={scoredCount} />
                {excludedCount > 0 && (
                  <span className={styles["under"]}>
                    <FormattedMessage {...messages.excluded} values={{ count: excludedCount }} />
                  </span>
                )}
              </>
            ) : undefined,
        },
        { head: messages.outcome, label: false, className: styles["outcome"], cell: (run) => <Outcome run={run} /> },
      ]}
    />
  );
}

/** All calculations of a night end within a minute or two, day after day. */
function minuteOf({ endedAt }: Run): number {
  return endedAt ? Math.floor(timestampMs(endedAt) / 60_000) : 0;
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
  const start = async (): Promise<void> => {
    const { scoringId: id } = run;
    const { to, state } = editPath({ id });
    // Its last step explains why it would score no contact.
    if ((await unscorableToday(api, id)).length > 0) await navigate(to, { state });
    else await again(api, run).then(() => revalidate());
  };
  const known = OUTCOMES.find((outcome) => outcome === run.outcome);
  return (
    <>
      <Tag color={known && COLORS[known]}>{known ? formatMessage(outcomeMessages[known]) : run.outcome}</Tag>
      {run.outcome === "skipped" && (
        <span className={styles["under"]}>
          {run.possibleFrom === ""
            ? formatMessage(messages.noData)
            : formatMessage(messages.tooLittle, { date: formatDay(run.possibleFrom) })}
        </span>
      )}
      {(run.outcome === "failed" || run.outcome === "cancelled") && (
        <span className={styles["under"]}>
          {run.outcome === "failed"
            ? formatMessage(messages.failed, { tries: run.tries })
            : formatMessage(messages.cancelled)}{" "}
          <Button type="link" size="small" onClick={() => void start()}>
            <FormattedMessage {...wordMessages.recalculate} />
          </Button>
        </span>
      )}
      {[...new Set(run.warnings.map(({ code, subject }) => text(formatMessage, code, subject)))].map((warning) => (
        <span key={warning} className={styles["under"]}>
          {warning}
        </span>
      ))}
    </>
  );
}

function text(formatMessage: IntlShape["formatMessage"], code: string, subject: string): string {
  const message = warningMessages[code];
  return message ? formatMessage(message, { subject }) : code;
}

/** Requests the same calculation again. */
async function again(api: Api, { scoringId, scoringName, generatedDate }: Run): Promise<void> {
  try {
    await clientOf(api, CalculationService).calculate({ id: scoringId, generatedDate });
    showSnackbar({ message: messages.asked, values: { name: scoringName, date: formatDay(generatedDate) } });
  } catch (thrown) {
    showSnackbar({ message: faultMessage(toFault(thrown)) }, { type: "error", timeout: 8000 });
  }
}

function channelOf({ scoringType }: Run) {
  return isChannel(scoringType) ? scoringType : undefined;
}

/** The duration of the work, in words. */
function took(intl: IntlShape, { beganAt, endedAt, outcome }: Run): ReactNode {
  if (!beganAt || !endedAt || outcome === "cancelled") return <NoValue />;
  const seconds = Math.max(0, (timestampDate(endedAt).getTime() - timestampDate(beganAt).getTime()) / 1000);
  if (seconds < 60) {
    const digits = seconds < 10 ? 1 : 0;
    const words = intl.formatNumber(Math.max(0.1, seconds), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return intl.formatMessage(messages.seconds, { seconds: seconds < 0.05 ? `<\u00a0${words}` : words });
  }
  const whole = Math.round(seconds);
  return intl.formatMessage(messages.minutes, { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}
