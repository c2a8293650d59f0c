import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useSearchParams } from "react-router";
import type { GetPartitionAveragesResponse } from "../../../api/messages";
import { dayOf, formatDay } from "../../../lib/dates";
import { TWO_DECIMALS } from "../../../i18n/format";
import { chooseReportPeriod } from "../../../stores/preference-store";
import { Card } from "../../../ui/Card";
import { DateRange } from "../../../ui/form/DateRange";
import { PagePart } from "../../../ui/PagePart";
import { Segmented } from "../../../ui/Segmented";
import { useShow } from "../../../ui/use-show";
import { useMe } from "../../session";
import { useReport } from "../report/use-report";
import { AverageLines, BandStack } from "./AverageCharts";
import styles from "./Average.module.css";
import { AverageTable } from "./AverageTable";
import type { AverageData, Period } from "./loader";
import { averageMessages as messages } from "./messages";
import { firstDay } from "./periods";
import { WithYearBefore } from "./WithYearBefore";

export { averageLoader as loader } from "./loader";
export { AveragePage as Component };

/** The averages of weeks or months. */
function AveragePage(): ReactNode {
  const data = useLoaderData<AverageData>();
  return (
    <div className="stack">
      <Controls />
      <AverageParts data={data} />
    </div>
  );
}

function Controls(): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const { by, averages } = useLoaderData<AverageData>();
  const [search] = useSearchParams();
  const today = dayOf(new Date(), timeZone);
  const show = useShow({});
  const range = {
    start: averages.value?.start ?? search.get("start") ?? today,
    end: averages.value?.end ?? search.get("end") ?? today,
  };
  return (
    <div className={styles["controls"]}>
      <Segmented<Period>
        aria-label={formatMessage(messages.by)}
        value={by}
        options={[
          { value: "week", label: formatMessage(messages.week) },
          { value: "month", label: formatMessage(messages.month) },
        ]}
        onChange={(chosen) => {
          chooseReportPeriod(chosen);
          show({ by: chosen });
        }}
      />
      <DateRange value={range} today={today} onChange={({ start, end }) => show({ start, end })} />
    </div>
  );
}

interface AveragePartsProps {
  readonly data: AverageData;
}

/** The charts and their table, on screen and on paper. */
export function AverageParts({ data }: AveragePartsProps): ReactNode {
  return <PagePart of={data.averages}>{(answer) => <Parts data={data} answer={answer} />}</PagePart>;
}

interface PartsProps extends AveragePartsProps {
  readonly answer: GetPartitionAveragesResponse;
}

function Parts({ data: { by, yearBefore }, answer }: PartsProps): ReactNode {
  if (answer.total.length === 0) {
    return (
      <Card>
        <p>
          <FormattedMessage {...messages.nothing} />
        </p>
      </Card>
    );
  }
  const week = by === "week";
  return (
    <>
      <Card
        title={messages.line}
        description={answer.total.length > 1 ? <Trend answer={answer} /> : week ? messages.oneWeek : messages.oneMonth}
      >
        {answer.total.length > 1 && <AverageLines {...{ answer, yearBefore, week }} />}
      </Card>
      <Card title={messages.bands}>
        <BandStack answer={answer} week={week} />
      </Card>
      <Card title={messages.table} description={messages.tableText}>
        <WithYearBefore of={yearBefore}>
          {(before) => <AverageTable answer={answer} before={before} week={week} />}
        </WithYearBefore>
      </Card>
    </>
  );
}

/** Compares the last period with the one before; the mean of several calculations is told as such. */
function Trend({ answer: { total, start, end } }: { readonly answer: GetPartitionAveragesResponse }): ReactNode {
  const { formatNumber } = useIntl();
  const { partition, query, dates } = useReport();
  const [previous = 0, last = 0] = total.slice(-2).map(({ avgScoring }) => avgScoring);
  const two = (value: number): string => formatNumber(value, TWO_DECIMALS);
  const words = last > previous ? messages.higher : last < previous ? messages.lower : messages.same;
  const count = total.at(-1)?.resultCount ?? 0;
  // The shown result, if it is the last one of the range.
  const shown = dates.find((date) => date <= end) === query.generatedDate;
  const first = dates.findLast((date) => date >= start);
  // Otherwise the line seems to lack the periods before.
  const begins = total.slice(0, 2).map(({ period }) => firstDay(period));
  const late = first && begins[0] && begins[1] && start < begins[0] && first < begins[1];
  return (
    <>
      <FormattedMessage {...words} values={{ average: two(last), change: two(Math.abs(last - previous)) }} />
      {count > 1 && " "}
      {count > 1 && (
        <FormattedMessage
          {...(shown ? messages.meanAndLast : messages.mean)}
          values={{ count, last: two(partition.avgScoring) }}
        />
      )}
      {late && " "}
      {late && <FormattedMessage {...messages.first} values={{ date: formatDay(first) }} />}
    </>
  );
}
