import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { DestinationRun } from "../../../api/messages";
import { wordMessages } from "../../../i18n/word-messages";
import { formatDay, formatMoment } from "../../../lib/dates";
import { Card } from "../../../ui/Card";
import { Table } from "../../../ui/Table";
import { useMe } from "../../session";
import {
  destinationFailureMessages,
  destinationMessages as messages,
  destinationStateMessages,
  refusalMessages,
} from "../destination-messages";

/** The receipts of runs: the time, the numbers of added and removed contacts, and refusals with their remedies. */
export function Runs({ runs }: { readonly runs: readonly DestinationRun[] }): ReactNode {
  const { timeZone } = useMe();
  return (
    <Card title={messages.runs} description={messages.runsText}>
      {runs.length === 0 ? (
        <p>
          <FormattedMessage {...messages.runsNone} />
        </p>
      ) : (
        <Table
          look="figures"
          caption={messages.runs}
          rows={runs}
          rowKey={({ id }) => id}
          columns={[
            {
              head: wordMessages.when,
              cell: ({ begunAt }) => begunAt && formatMoment(timestampDate(begunAt), timeZone),
            },
            {
              head: messages.day,
              cell: ({ generatedDate }) => (generatedDate === "" ? undefined : formatDay(generatedDate)),
            },
            { head: messages.added, number: true, cell: ({ addedCount }) => <FormattedNumber value={addedCount} /> },
            {
              head: messages.changed,
              number: true,
              cell: ({ changedCount }) => <FormattedNumber value={changedCount} />,
            },
            {
              head: messages.taken,
              number: true,
              cell: ({ removedCount }) => <FormattedNumber value={removedCount} />,
            },
            { head: messages.result, cell: (run) => <Rest run={run} /> },
          ]}
        />
      )}
    </Card>
  );
}

function Rest({ run }: { readonly run: DestinationRun }): ReactNode {
  const { formatMessage } = useIntl();
  const { endedAt, failure, leftOutCount, refused, addedCount, changedCount, removedCount, forgottenCount } = run;
  const why = destinationFailureMessages[failure];
  const running = destinationStateMessages["RUNNING"];
  const unchanged = endedAt && !why && refused.length === 0 && addedCount + changedCount + removedCount === 0;
  const lines = [
    unchanged && formatMessage(messages.unchanged),
    !endedAt && running && formatMessage(running),
    why && formatMessage(why),
    ...refused.map(({ reason, count }) => {
      const message = refusalMessages[reason];
      return message && formatMessage(message, { count });
    }),
    forgottenCount > 0 && formatMessage(messages.forgotten, { count: forgottenCount }),
    leftOutCount > 0 && formatMessage(messages.leftOut, { count: leftOutCount }),
  ].filter((line) => typeof line === "string");
  return lines.map((line) => (
    <span key={line} className="quiet under">
      {line}
    </span>
  ));
}
