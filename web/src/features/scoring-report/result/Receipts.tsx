import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { PropertyReceipt } from "../../../api/messages";
import { Card } from "../../../ui/Card";
import { DatabaseName } from "../../../ui/DatabaseOf";
import { Table } from "../../../ui/Table";
import { useReport } from "../report/use-report";
import { OfAll } from "./OfAll";
import { receiptMessages as messages, skipMessages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The receipts of writing the scores into features: a line for each, with the skipped contacts and the reasons. */
export function Receipts(): ReactNode {
  const { propertyReceipts: receipts } = useReport().partition;
  if (receipts.length === 0) return null;
  return (
    <Card
      title={messages.title}
      description={
        <>
          <FormattedMessage {...messages.lead} />
          <OfAll />
        </>
      }
    >
      <Table
        look="facts"
        caption={messages.title}
        rows={receipts}
        rowKey={({ uid, propertyId }) => `${uid} ${propertyId}`}
        columns={[
          {
            head: messages.feature,
            cell: ({ propertyName }) => propertyName || <FormattedMessage {...messages.gone} />,
          },
          { head: wordMessages.database, cell: ({ uid }) => <DatabaseName uid={uid} /> },
          { head: messages.written, number: true, cell: ({ written }) => written },
          { head: messages.skipped, cell: (receipt) => <Skipped receipt={receipt} /> },
        ]}
      />
    </Card>
  );
}

/** "443: zablokowane 431, usunięte 12", "zablokowane 431", or a zero. */
function Skipped({ receipt }: { readonly receipt: PropertyReceipt }): ReactNode {
  const { formatMessage, formatNumber, formatList } = useIntl();
  const reasons = Object.entries(skipMessages).flatMap(([reason, message]) => {
    const count = receipt.skipped[reason] ?? 0;
    return count === 0 ? [] : [formatMessage(message, { count: formatNumber(count) })];
  });
  const sum = Object.values(receipt.skipped).reduce((all, count) => all + count, 0);
  if (sum === 0) return formatNumber(0);
  if (reasons.length === 1) return reasons[0];
  return formatMessage(messages.skippedOf, {
    count: formatNumber(sum),
    reasons: formatList(reasons, { type: "unit" }),
  });
}
