import { Suspense, use, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link } from "react-router";
import type { GetExcludedReasonsSummaryResponse } from "../../../api/messages";
import { percentInColumn } from "../../../i18n/format";
import { reasonMessages } from "../../../i18n/score-messages";
import { formatDayMonth } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { lacksAddress, type Reason } from "../../../lib/score-parts";
import { Card } from "../../../ui/Card";
import { Checkbox } from "../../../ui/Checkbox";
import { NoValue } from "../../../ui/NoValue";
import { Table } from "../../../ui/Table";
import { editPath } from "../../scoring-editor";
import { useReport } from "../report/use-report";
import { exclusionRows, type ExclusionRow } from "../model/exclusions";
import { useSelection } from "../report/selection";
import { Ticked } from "../groups/Ticked";
import styles from "./Exclusions.module.css";
import { exclusionMessages as messages, hintMessages } from "./messages";
import { ReasonsChart } from "./ReasonsChart";
import { wordMessages } from "../../../i18n/word-messages";
import { reportMessages } from "../report/messages";

type Answer = GetExcludedReasonsSummaryResponse;

/** The contacts excluded from the calculation, in the fixed order of reasons: as a picture and as a table. */
export function Exclusions({ exclusions }: { readonly exclusions: Answer }): ReactNode {
  const intl = useIntl();
  const rows = exclusionRows(exclusions);
  const { reasons: ticked } = useSelection();
  const { excludedEmailCount: excluded, notExcludedEmailCount } = exclusions;
  return (
    <Card
      title={wordMessages.exclusions}
      description={
        excluded === 0 ? (
          messages.none
        ) : (
          <>
            <FormattedMessage
              {...messages.lead}
              values={{
                excluded,
                contacts: excluded + notExcludedEmailCount,
                percent: percentInColumn(intl, exclusions.excludedPercent),
              }}
            />{" "}
            <FormattedMessage {...messages.text} />
          </>
        )
      }
    >
      <div className={styles["twins"]}>
        {excluded > 0 && <ReasonsChart rows={rows} />}
        <div>
          <ReasonTable rows={rows} exclusions={exclusions} />
          <Ticked
            count={rows.reduce((sum, { reason, count }) => (ticked.includes(reason) ? sum + count : sum), 0)}
            selected={{ kind: "reasons", reasons: ticked }}
          />
        </div>
      </div>
    </Card>
  );
}

interface ReasonTableProps {
  readonly rows: readonly ExclusionRow[];
  readonly exclusions: Answer;
}

function ReasonTable({ rows, exclusions }: ReasonTableProps): ReactNode {
  const intl = useIntl();
  const { exclusionsBefore } = useReport();
  const { reasons: ticked, toggleReason } = useSelection();
  return (
    <Table
      look="figures"
      caption={wordMessages.exclusions}
      rows={rows}
      rowKey={({ reason }) => reason}
      columns={[
        {
          head: wordMessages.reason,
          wrap: true,
          cell: ({ reason, count }) => (
            <>
              <Checkbox
                label={reasonMessages[reason]}
                checked={ticked.includes(reason)}
                onChange={() => toggleReason(reason)}
                data-screen
              />
              {count > 0 && (
                <span className={styles["hint"]} data-screen>
                  <Hint of={reason} />
                </span>
              )}
            </>
          ),
          foot: [intl.formatMessage(wordMessages.total)],
        },
        {
          head: wordMessages.contacts,
          number: true,
          cell: ({ count }) => count,
          foot: [exclusions.excludedEmailCount],
        },
        {
          head: reportMessages.share,
          number: true,
          cell: (row) => percentInColumn(intl, row.percent),
          foot: [percentInColumn(intl, exclusions.excludedPercent)],
        },
        exclusionsBefore && {
          head: intl.formatMessage(reportMessages.changeSince, { date: formatDayMonth(exclusionsBefore.date) }),
          number: true,
          cell: ({ reason, count }) => (
            <Change now={count} pick={(earlier) => earlier.excludedReasons[reason]?.emailCount ?? 0} />
          ),
          foot: [<Change now={exclusions.excludedEmailCount} pick={(earlier) => earlier.excludedEmailCount} />],
        },
      ]}
    />
  );
}

/** The remedy for a reason, as a link to it. */
function Hint({ of: reason }: { readonly of: Reason }): ReactNode {
  const { query } = useReport();
  const words = <FormattedMessage {...hintMessages[reason]} />;
  if (reason === "NO_CONSENT") return words;
  return <Link {...(lacksAddress(reason) ? { to: paths.uploadOf("contacts") } : editPath(query))}>{words}</Link>;
}

interface ChangeProps {
  readonly now: number;
  readonly pick: (earlier: Answer) => number;
}

/** The change of a count within a week; it loads later than the count. */
function Change(props: ChangeProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <Changed {...props} />
    </Suspense>
  );
}

function Changed({ now, pick }: ChangeProps): ReactNode {
  const { exclusionsBefore } = useReport();
  const earlier = exclusionsBefore && use(exclusionsBefore.load());
  return earlier ? <FormattedNumber value={now - pick(earlier)} signDisplay="exceptZero" /> : <NoValue />;
}
