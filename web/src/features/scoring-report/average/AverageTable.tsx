import { useState, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { GetPartitionAveragesResponse } from "../../../api/messages";
import { bandMessages } from "../../../i18n/common-messages";
import { BANDS } from "../../../lib/bands";
import { Button } from "../../../ui/Button";
import { Table, type Column } from "../../../ui/Table";
import styles from "./Average.module.css";
import { earlierAverages } from "./AverageCharts";
import { averageMessages as messages } from "./messages";
import { shortName } from "./periods";
import { wordMessages } from "../../../i18n/word-messages";
import { percentBeside, TWO_DECIMALS } from "../../../i18n/format";

interface AverageTableProps {
  readonly answer: GetPartitionAveragesResponse;
  readonly before: GetPartitionAveragesResponse | undefined;
  readonly week: boolean;
}

/** The numbers of both charts: a row for each period, newest first. On a phone only those of its result. */
export function AverageTable({ answer, before, week }: AverageTableProps): ReactNode {
  const intl = useIntl();
  const earlier = earlierAverages(answer, before);
  const compared = earlier.some((value) => value !== undefined);
  const [all, showAll] = useState(false);
  const rows = answer.total.map((total, at) => ({ ...total, at })).reverse();
  return (
    <>
      <Table
        look="narrow"
        className={`${styles["table"]} ${compared ? styles["compared"] : ""} ${all ? "" : styles["short"]}`}
        caption={messages.table}
        rows={rows}
        rowKey={({ period }) => period}
        columns={[
          { head: week ? messages.week : messages.month, cell: ({ period }) => shortName(period) },
          {
            head: wordMessages.averageScore,
            number: true,
            className: styles["average"],
            cell: ({ avgScoring }) => <Exact value={avgScoring} />,
          },
          compared && {
            head: messages.before,
            number: true,
            cell: ({ at }) => (earlier[at] === undefined ? undefined : <Exact value={earlier[at]} />),
          },
          ...BANDS.map(({ key, min, max }): Column<(typeof rows)[number]> => ({
            head: (
              <>
                <span className={styles["band"]}>
                  <FormattedMessage {...bandMessages[key]} />{" "}
                </span>
                <span className="one-line">{`${min}–${max}`}</span>
              </>
            ),
            number: true,
            cell: ({ at }) => {
              const periods = answer.items.find((item) => item.scoringMin === min)?.periods;
              return percentBeside(intl, periods?.[at]?.percent ?? 0);
            },
          })).reverse(),
          { head: messages.scores, number: true, cell: ({ emailCount }) => emailCount },
          { head: wordMessages.calculations, number: true, cell: ({ resultCount }) => resultCount },
        ]}
      />
      {!all && (
        <Button
          label={compared ? messages.allCompared : messages.allColumns}
          size="small"
          className={styles["unfold"] ?? ""}
          onClick={() => showAll(true)}
        />
      )}
    </>
  );
}

function Exact({ value }: { readonly value: number }): ReactNode {
  return <FormattedNumber value={value} {...TWO_DECIMALS} />;
}
