import { Suspense, use, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { bandOf } from "../../lib/bands";
import { formatDay } from "../../lib/dates";
import { percent } from "../../i18n/format";
import styles from "./Figures.module.css";
import type { ChannelReport, ReportData } from "./loader";
import { reportMessages } from "./messages";
import { newContacts, type BandRow } from "./model/bands";

type Partition = ChannelReport["partition"];

interface FiguresProps {
  /** The result of the calculation before. */
  readonly before: ReportData["before"];
  readonly report: ChannelReport;
  readonly rows: readonly BandRow[];
  readonly web: boolean;
}

/** The numbers that a report is opened for. */
export function Figures({ report: { partition, exclusions }, before, rows, web }: FiguresProps): ReactNode {
  const intl = useIntl();
  const band = bandOf(partition.avgScoring);
  return (
    <dl className={styles["figures"]}>
      <Figure
        label={<FormattedMessage {...reportMessages.average} />}
        value={
          partition.emailCount > 0 ? (
            <FormattedNumber value={partition.avgScoring} minimumFractionDigits={2} maximumFractionDigits={2} />
          ) : (
            intl.formatNumber(0)
          )
        }
        hint={
          <>
            <FormattedMessage {...reportMessages.averageHint} values={{ band }} />
            {/* Nothing waits for it: without it the figures are whole. */}
            <Suspense fallback={null}>
              <Change before={before} now={partition} />
            </Suspense>
          </>
        }
      />
      <Figure
        label={<FormattedMessage {...(web ? reportMessages.visitors : reportMessages.scored)} />}
        value={<FormattedNumber value={partition.emailCount} />}
        hint={
          web ? (
            <FormattedMessage {...reportMessages.visitorsHint} />
          ) : (
            <FormattedMessage
              {...reportMessages.scoredHint}
              values={{ percent: percent(intl, exclusions.notExcludedPercent) }}
            />
          )
        }
      />
      {web ? (
        <>
          <Figure
            label={<FormattedMessage {...reportMessages.known} />}
            value={<FormattedNumber value={partition.knownCount} />}
          />
          <Figure
            label={<FormattedMessage {...reportMessages.unknown} />}
            value={<FormattedNumber value={partition.unknownCount} />}
          />
        </>
      ) : (
        <>
          <Figure
            label={<FormattedMessage {...reportMessages.excluded} />}
            value={<FormattedNumber value={exclusions.excludedEmailCount} />}
            hint={
              <FormattedMessage
                {...reportMessages.excludedHint}
                values={{ percent: percent(intl, exclusions.excludedPercent) }}
              />
            }
          />
          <Figure
            label={<FormattedMessage {...reportMessages.fresh} />}
            value={<FormattedNumber value={newContacts(rows)} />}
            hint={<FormattedMessage {...reportMessages.freshHint} />}
          />
        </>
      )}
    </dl>
  );
}

/** How the average has changed since the calculation before. */
function Change({ before, now }: { readonly before: ReportData["before"]; readonly now: Partition }): ReactNode {
  const intl = useIntl();
  const earlier = use(before);
  if (!earlier || earlier.emailCount === 0 || now.emailCount === 0) return null;
  const change = intl.formatNumber(now.avgScoring - earlier.avgScoring, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: "exceptZero",
  });
  const date = formatDay(earlier.generatedDate);
  return (
    <span className={styles["change"]}>
      <FormattedMessage {...reportMessages.change} values={{ change, date }} />
    </span>
  );
}

interface FigureProps {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
}

function Figure({ label, value, hint }: FigureProps): ReactNode {
  return (
    <div className={styles["figure"]}>
      <dt className={styles["label"]}>{label}</dt>
      <dd className={styles["value"]}>{value}</dd>
      {hint !== undefined && <dd className={styles["hint"]}>{hint}</dd>}
    </div>
  );
}
