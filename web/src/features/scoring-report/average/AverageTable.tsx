import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { GetPartitionAveragesResponse } from "../../../api/messages";
import { bandMessages } from "../../../i18n/common-messages";
import { percentInColumn } from "../../../i18n/format";
import { BANDS } from "../../../lib/bands";
import { NoValue } from "../../../ui/NoValue";
import { Table, type Column } from "../../../ui/Table";
import styles from "./Average.module.css";
import { earlierAverages } from "./AverageCharts";
import { averageMessages as messages } from "./messages";
import { shortName } from "./periods";
import { wordMessages } from "../../../i18n/word-messages";

const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

interface AverageTableProps {
  readonly answer: GetPartitionAveragesResponse;
  readonly before: GetPartitionAveragesResponse | undefined;
}

/** The numbers of both charts: bands by period, and the average of each period as the total. */
export function AverageTable({ answer, before }: AverageTableProps): ReactNode {
  const intl = useIntl();
  const earlier = earlierAverages(answer, before);
  const compared = earlier.some((value) => value !== undefined);
  const score = (value: number | undefined): ReactNode =>
    value === undefined ? <NoValue /> : <FormattedNumber value={value} {...TWO} />;
  const foots = [
    wordMessages.averageScore,
    ...(compared ? [messages.before] : []),
    messages.scores,
    wordMessages.calculations,
  ];
  return (
    <Table
      look="figures"
      className={styles["table"]}
      caption={messages.table}
      rows={[...BANDS].reverse()}
      rowKey={({ key }) => key}
      columns={[
        {
          head: wordMessages.engagement,
          cell: ({ key }) => <FormattedMessage {...bandMessages[key]} />,
          foot: foots.map((message) => intl.formatMessage(message)),
        },
        ...answer.total.map(({ period, avgScoring, emailCount, resultCount }, at): Column<(typeof BANDS)[number]> => ({
          head: shortName(period),
          number: true,
          cell: ({ min }) => {
            const periods = answer.items.find((item) => item.scoringMin === min)?.periods;
            return percentInColumn(intl, periods?.[at]?.percent ?? 0);
          },
          foot: [score(avgScoring), ...(compared ? [score(earlier[at])] : []), emailCount, resultCount],
        })),
      ]}
    />
  );
}
