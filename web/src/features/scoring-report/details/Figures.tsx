import { Suspense, use, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { GetExcludedReasonsSummaryResponse, GetPartitionSummaryResponse } from "../../../api/messages";
import type { Settled } from "../../../api/settled";
import type { Message } from "../../../i18n/define-messages";
import { percentInColumn, TWO_DECIMALS } from "../../../i18n/format";
import { bandOf } from "../../../lib/bands";
import { formatDayMonth } from "../../../lib/dates";
import { PartFault } from "../../../ui/PagePart";
import { useReport } from "../report/use-report";
import { reportMessages } from "../report/messages";
import { sumOf, type BandRow } from "../model/bands";
import styles from "./Figures.module.css";
import { wordMessages } from "../../../i18n/word-messages";

interface FiguresProps {
  readonly exclusions: Settled<GetExcludedReasonsSummaryResponse>;
  readonly rows: readonly BandRow[];
}

/** The key figures of a report. */
export function Figures({ exclusions, rows }: FiguresProps): ReactNode {
  const intl = useIntl();
  const { partition, channel, query } = useReport();
  const web = channel === "web";
  return (
    <>
      <dl className={styles["figures"]}>
        <Figure
          label={wordMessages.averageScore}
          value={
            partition.emailCount > 0 ? (
              <FormattedNumber value={partition.avgScoring} {...TWO_DECIMALS} />
            ) : (
              intl.formatNumber(0)
            )
          }
          hint={<FormattedMessage {...reportMessages.averageHint} values={{ band: bandOf(partition.avgScoring) }} />}
          change={(before) =>
            partition.emailCount === 0 || before.emailCount === 0
              ? undefined
              : { by: partition.avgScoring - before.avgScoring, digits: 2 }
          }
        />
        <Figure
          label={web ? reportMessages.visitors : reportMessages.scored}
          value={<FormattedNumber value={partition.emailCount} />}
          hint={
            web ? (
              <FormattedMessage {...reportMessages.visitorsHint} />
            ) : (
              exclusions.value && (
                <FormattedMessage
                  {...reportMessages.scoredHint}
                  values={{ percent: percentInColumn(intl, exclusions.value.notExcludedPercent) }}
                />
              )
            )
          }
          change={(before) => ({ by: partition.emailCount - before.emailCount, digits: 0 })}
        />
        {web && query.userFilter === "" && (
          <>
            <Figure
              label={reportMessages.known}
              value={<FormattedNumber value={partition.knownCount} />}
              change={(before) => ({ by: partition.knownCount - before.knownCount, digits: 0 })}
            />
            <Figure
              label={reportMessages.unknown}
              value={<FormattedNumber value={partition.unknownCount} />}
              change={(before) => ({ by: partition.unknownCount - before.unknownCount, digits: 0 })}
            />
          </>
        )}
        {!web && (
          <>
            {exclusions.value && (
              <Figure
                label={reportMessages.excluded}
                value={<FormattedNumber value={exclusions.value.excludedEmailCount} />}
                hint={
                  <FormattedMessage
                    {...reportMessages.scoredHint}
                    values={{ percent: percentInColumn(intl, exclusions.value.excludedPercent) }}
                  />
                }
              />
            )}
            <Figure
              label={reportMessages.fresh}
              value={<FormattedNumber value={sumOf(rows, ({ newCount }) => newCount)} />}
              hint={<FormattedMessage {...reportMessages.freshHint} />}
            />
          </>
        )}
      </dl>
      {!web && exclusions.fault && <PartFault fault={exclusions.fault} />}
    </>
  );
}

interface Change {
  readonly by: number;
  readonly digits: number;
}

interface FigureProps {
  readonly label: Message;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
  /** The change of the figure since the previous date's result; undefined if the two cannot be compared. */
  readonly change?: (before: GetPartitionSummaryResponse) => Change | undefined;
}

function Figure({ label, value, hint, change }: FigureProps): ReactNode {
  return (
    <div className={styles["figure"]}>
      <dt className="quiet">
        <FormattedMessage {...label} />
      </dt>
      <dd className="figure">{value}</dd>
      {hint !== undefined && <dd className="faint">{hint}</dd>}
      {change && (
        // Nothing waits for it: the figures are complete without it.
        <Suspense fallback={<Coming />}>
          <Changed change={change} />
        </Suspense>
      )}
    </div>
  );
}

/** A placeholder with as many lines as the change will have. */
function Coming(): ReactNode {
  const { before } = useReport();
  return (
    <dd className={styles["change"]} data-coming aria-hidden>
      {before && <FormattedMessage {...reportMessages.same} values={{ date: formatDayMonth(before.date) }} />}
    </dd>
  );
}

function Changed({ change }: Required<Pick<FigureProps, "change">>): ReactNode {
  const intl = useIntl();
  const { before } = useReport();
  const earlier = before && use(before.load());
  const found = earlier && change(earlier);
  if (!found) return null;
  const { by, digits } = found;
  const date = formatDayMonth(earlier.generatedDate);
  const amount = intl.formatNumber(Math.abs(by), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (
    <dd className={styles["change"]}>
      {by === 0 ? (
        <FormattedMessage {...reportMessages.same} values={{ date }} />
      ) : (
        <>
          <Direction up={by > 0} /> <FormattedMessage {...reportMessages.since} values={{ amount, date }} />
        </>
      )}
    </dd>
  );
}

/** An arrow on screen, words for screen readers. */
function Direction({ up }: { readonly up: boolean }): ReactNode {
  return (
    <>
      <span aria-hidden>{up ? UP : DOWN}</span>
      <span className="visually-hidden">
        <FormattedMessage {...(up ? reportMessages.up : reportMessages.down)} />
      </span>
    </>
  );
}

const UP = "▲";
const DOWN = "▼";
