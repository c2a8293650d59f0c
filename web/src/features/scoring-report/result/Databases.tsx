import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { bandMessages } from "../../../i18n/common-messages";
import { BANDS } from "../../../lib/bands";
import { Card } from "../../../ui/Card";
import { DatabaseName } from "../../../ui/DatabaseOf";
import { Table, type Column } from "../../../ui/Table";
import { useReport } from "../report/use-report";
import { reportMessages } from "../report/messages";
import { databaseMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { TWO_DECIMALS } from "../../../i18n/format";

/** The result by database, of all databases regardless of the choice; hidden for one alone. */
export function Databases(): ReactNode {
  const { formatNumber } = useIntl();
  const { partition, channel } = useReport();
  const web = channel === "web";
  if (partition.databases.length < 2) return null;
  return (
    <Card title={messages.title} description={messages.text}>
      <Table
        look="figures"
        caption={messages.title}
        rows={partition.databases}
        rowKey={({ uid }) => uid}
        columns={[
          { head: wordMessages.database, cell: ({ uid }) => <DatabaseName uid={uid} /> },
          {
            head: wordMessages.averageScore,
            number: true,
            cell: ({ emailCount, avgScoring }) =>
              emailCount === 0 ? undefined : formatNumber(avgScoring, TWO_DECIMALS),
          },
          {
            head: web ? reportMessages.visitors : reportMessages.scored,
            number: true,
            cell: ({ emailCount }) => emailCount,
          },
          ...BANDS.map(({ key }, band): Column<(typeof partition.databases)[number]> => ({
            head: bandMessages[key],
            number: true,
            cell: ({ counts }) => counts[band] ?? 0,
          })).reverse(),
          !web && {
            head: reportMessages.excluded,
            number: true,
            cell: ({ excludedEmailCount }) => excludedEmailCount,
          },
        ]}
      />
    </Card>
  );
}
