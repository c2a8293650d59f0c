import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { PropertyReceipt } from "../../../api/messages";
import { Card } from "../../../ui/Card";
import { DataTable } from "../../../ui/DataTable";
import { useReport } from "../report/use-report";
import { receiptMessages as messages, skipMessages } from "./messages";

/** What came of writing the scores into features: a line for each, with who did not get one and why. */
export function Receipts(): ReactNode {
  const { propertyReceipts: receipts } = useReport().partition;
  if (receipts.length === 0) return null;
  return (
    <Card title={<FormattedMessage {...messages.title} />} description={<FormattedMessage {...messages.lead} />}>
      <DataTable caption={<FormattedMessage {...messages.title} />}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...messages.feature} />
            </th>
            <th scope="col">
              <FormattedMessage {...messages.database} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...messages.written} />
            </th>
            <th scope="col">
              <FormattedMessage {...messages.skipped} />
            </th>
          </tr>
        </thead>
        <tbody>
          {receipts.map((receipt) => (
            <tr key={`${receipt.uid} ${receipt.propertyId}`}>
              <th scope="row">{receipt.propertyName || <FormattedMessage {...messages.gone} />}</th>
              <td className="number">{receipt.uid}</td>
              <td data-number>
                <FormattedNumber value={receipt.written} />
              </td>
              <td>
                <Skipped receipt={receipt} />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Card>
  );
}

/** "443: zablokowane 431, usunięte 12", or a zero. */
function Skipped({ receipt }: { readonly receipt: PropertyReceipt }): ReactNode {
  const { formatMessage, formatNumber, formatList } = useIntl();
  const reasons = Object.entries(skipMessages).flatMap(([reason, message]) => {
    const count = receipt.skipped[reason] ?? 0;
    return count === 0 ? [] : [formatMessage(message, { count: formatNumber(count) })];
  });
  const sum = Object.values(receipt.skipped).reduce((all, count) => all + count, 0);
  if (sum === 0) return formatNumber(0);
  return formatMessage(messages.skippedOf, {
    count: formatNumber(sum),
    reasons: formatList(reasons, { type: "unit" }),
  });
}
