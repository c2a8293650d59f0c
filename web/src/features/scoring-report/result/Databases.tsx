import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { bandMessages } from "../../../i18n/common-messages";
import { BANDS } from "../../../lib/bands";
import { Card } from "../../../ui/Card";
import { DataTable } from "../../../ui/DataTable";
import { NoValue } from "../../../ui/NoValue";
import { useReport } from "../report/use-report";
import { reportMessages } from "../report/messages";
import { databaseMessages as messages } from "./messages";

/** The result database by database, all of them whichever are chosen; one alone is the report itself. */
export function Databases(): ReactNode {
  const { partition, channel } = useReport();
  const web = channel === "web";
  if (partition.databases.length < 2) return null;
  const title = <FormattedMessage {...messages.title} />;
  return (
    <Card title={title} description={<FormattedMessage {...messages.text} />}>
      <DataTable caption={title}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...messages.database} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...reportMessages.average} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...(web ? reportMessages.visitors : reportMessages.scored)} />
            </th>
            {BANDS.map(({ key }) => (
              <th key={key} scope="col" data-number>
                <FormattedMessage {...bandMessages[key]} />
              </th>
            ))}
            {!web && (
              <th scope="col" data-number>
                <FormattedMessage {...reportMessages.excluded} />
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {partition.databases.map(({ uid, avgScoring, emailCount, counts, excludedEmailCount }) => (
            <tr key={uid}>
              <th scope="row" className="number">
                {uid}
              </th>
              <td data-number>
                {emailCount === 0 ? (
                  <NoValue />
                ) : (
                  <FormattedNumber value={avgScoring} minimumFractionDigits={2} maximumFractionDigits={2} />
                )}
              </td>
              <td data-number>
                <FormattedNumber value={emailCount} />
              </td>
              {BANDS.map(({ key }, band) => (
                <td key={key} data-number>
                  <FormattedNumber value={counts[band] ?? 0} />
                </td>
              ))}
              {!web && (
                <td data-number>
                  <FormattedNumber value={excludedEmailCount} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Card>
  );
}
