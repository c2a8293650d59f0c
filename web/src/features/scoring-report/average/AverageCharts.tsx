import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { GetPartitionAveragesResponse } from "../../../api/messages";
import { bandMessages } from "../../../i18n/common-messages";
import { BANDS } from "../../../lib/bands";
import { formatDay } from "../../../lib/dates";
import { Chart } from "../../../ui/charts/Chart";
import { LinePointer, Lines, type Line } from "../../../ui/charts/Lines";
import { Stack } from "../../../ui/charts/Stack";
import { useAbout } from "../report/use-about";
import type { AverageData } from "./loader";
import { averageMessages as messages } from "./messages";
import { firstDay, shortName, yearBefore as periodYearBefore } from "./periods";
import { WithYearBefore } from "./WithYearBefore";
import { wordMessages } from "../../../i18n/word-messages";

interface AverageChartProps {
  readonly answer: GetPartitionAveragesResponse;
  readonly week: boolean;
}

/** Under the title of a picture: the days of the range, instead of one result's. */
function useRangeAbout({ start, end }: GetPartitionAveragesResponse): string {
  return `${useAbout(false)} · ${formatDay(start)} – ${formatDay(end)}`;
}

/** The average as a line, with the same periods of the year before if there are any. */
export function AverageLines({
  answer,
  yearBefore,
  week,
}: AverageChartProps & Pick<AverageData, "yearBefore">): ReactNode {
  const { formatMessage } = useIntl();
  const about = useRangeAbout(answer);
  const title = formatMessage(messages.line);
  const shape = {
    periods: answer.total.map(({ period }) => ({
      key: period,
      name: shortName(period),
      ...(week && { words: formatMessage(messages.weekOf, { date: formatDay(firstDay(period)) }) }),
    })),
    valueTitle: formatMessage(wordMessages.averageScore),
    nameTitle: formatMessage(week ? messages.weekAxis : messages.month),
    digits: 2,
  };
  const linesWith = (before: GetPartitionAveragesResponse | undefined): Line[] => {
    const now = {
      key: "now",
      name: formatMessage(wordMessages.averageScore),
      values: answer.total.map(({ avgScoring }) => avgScoring),
      stroke: "var(--color-primary)",
    };
    const values = earlierAverages(answer, before);
    if (values.every((value) => value === undefined)) return [now];
    const name = formatMessage(messages.before);
    return [now, { key: "before", name, values, stroke: "var(--color-text-tertiary)", dashed: true }];
  };
  const pointer = (
    <WithYearBefore of={yearBefore}>
      {(before) => <LinePointer {...shape} lines={linesWith(before)} title={title} />}
    </WithYearBefore>
  );
  return (
    <Chart title={title} about={about} pointer={pointer}>
      <WithYearBefore of={yearBefore}>{(before) => <Lines {...shape} lines={linesWith(before)} />}</WithYearBefore>
    </Chart>
  );
}

/** The averages of a year before, period by period. */
export function earlierAverages(
  answer: GetPartitionAveragesResponse,
  before: GetPartitionAveragesResponse | undefined,
): (number | undefined)[] {
  return answer.total.map(
    ({ period }) => before?.total.find((one) => one.period === periodYearBefore(period))?.avgScoring,
  );
}

/** The distribution of each period's scores over the bands. */
export function BandStack({ answer, week }: AverageChartProps): ReactNode {
  const { formatMessage } = useIntl();
  const about = useRangeAbout(answer);
  return (
    <Chart title={formatMessage(messages.bands)} about={about} height={340}>
      <Stack
        periods={answer.total.map(({ period }) => ({ key: period, name: shortName(period) }))}
        names={BANDS.map(({ key, min, max }) => `${formatMessage(bandMessages[key])} ${min}–${max}`)}
        shares={answer.total.map((_, period) =>
          BANDS.map(({ min }) => answer.items.find((item) => item.scoringMin === min)?.periods[period]?.percent ?? 0),
        )}
        valueTitle={formatMessage(messages.share)}
        nameTitle={formatMessage(week ? messages.weekAxis : messages.month)}
      />
    </Chart>
  );
}
