import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { GetPartitionAveragesResponse } from "../../../api/messages";
import { bandMessages } from "../../../i18n/common-messages";
import { percentInColumn } from "../../../i18n/format";
import { BANDS } from "../../../lib/bands";
import { DataTable } from "../../../ui/DataTable";
import { NoValue } from "../../../ui/NoValue";
import styles from "./Average.module.css";
import { earlierAverages } from "./AverageCharts";
import { averageMessages as messages } from "./messages";
import { shortName } from "./periods";

const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

interface AverageTableProps {
  readonly answer: GetPartitionAveragesResponse;
  readonly before: GetPartitionAveragesResponse | undefined;
}

/** The numbers of both charts: bands by period, and the average of each period as the total. */
export function AverageTable({ answer, before }: AverageTableProps): ReactNode {
  const intl = useIntl();
  const earlier = earlierAverages(answer, before);
  const score = (value: number | undefined): ReactNode =>
    value === undefined ? <NoValue /> : <FormattedNumber value={value} {...TWO} />;
  const row = (name: ReactNode, cells: readonly ReactNode[], key?: string): ReactNode => (
    <tr key={key}>
      <th scope="row">{name}</th>
      {cells.map((cell, at) => (
        <td key={answer.total[at]?.period} data-number>
          {cell}
        </td>
      ))}
    </tr>
  );
  return (
    <div className={styles["table"]}>
      <DataTable caption={<FormattedMessage {...messages.table} />}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...messages.band} />
            </th>
            {answer.total.map(({ period }) => (
              <th key={period} scope="col" data-number className="number">
                {shortName(period)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {BANDS.map(({ key, min }) => {
            const periods = answer.items.find((item) => item.scoringMin === min)?.periods ?? [];
            const shares = answer.total.map((_, at) => percentInColumn(intl, periods[at]?.percent ?? 0));
            return row(<FormattedMessage {...bandMessages[key]} />, shares, key);
          })}
        </tbody>
        <tfoot>
          {row(
            <FormattedMessage {...messages.average} />,
            answer.total.map(({ avgScoring }) => score(avgScoring)),
          )}
          {earlier.some((value) => value !== undefined) &&
            row(<FormattedMessage {...messages.before} />, earlier.map(score))}
          {row(
            <FormattedMessage {...messages.scores} />,
            answer.total.map(({ emailCount }) => intl.formatNumber(emailCount)),
          )}
          {row(
            <FormattedMessage {...messages.results} />,
            answer.total.map(({ resultCount }) => intl.formatNumber(resultCount)),
          )}
        </tfoot>
      </DataTable>
    </div>
  );
}
