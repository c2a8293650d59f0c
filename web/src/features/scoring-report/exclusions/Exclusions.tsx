import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { GetExcludedReasonsSummaryResponse } from "../../../api/messages";
import { reasonMessages } from "../../../i18n/score-messages";
import { Card } from "../../../ui/Card";
import { DataTable } from "../../../ui/DataTable";
import { percentInColumn } from "../../../i18n/format";
import { reportMessages } from "../messages";
import { exclusionRows } from "../model/exclusions";

interface ExclusionsProps {
  readonly exclusions: GetExcludedReasonsSummaryResponse;
}

/** Whom the calculation left out and why, in the fixed order of reasons. */
export function Exclusions({ exclusions }: ExclusionsProps): ReactNode {
  const intl = useIntl();
  const title = <FormattedMessage {...reportMessages.exclusions} />;
  return (
    <Card title={title} description={<FormattedMessage {...reportMessages.exclusionsText} />}>
      <DataTable caption={title}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...reportMessages.reason} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...reportMessages.count} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...reportMessages.share} />
            </th>
          </tr>
        </thead>
        <tbody>
          {exclusionRows(exclusions).map((row) => (
            <tr key={row.reason}>
              <th scope="row" data-wrap>
                <FormattedMessage {...reasonMessages[row.reason]} />
              </th>
              <td data-number>
                <FormattedNumber value={row.count} />
              </td>
              <td data-number>{percentInColumn(intl, row.percent)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <FormattedMessage {...reportMessages.total} />
            </th>
            <td data-number>
              <FormattedNumber value={exclusions.excludedEmailCount} />
            </td>
            <td data-number>{percentInColumn(intl, exclusions.excludedPercent)}</td>
          </tr>
        </tfoot>
      </DataTable>
    </Card>
  );
}
