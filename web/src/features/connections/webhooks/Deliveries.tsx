import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { WebhookDelivery } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { wordMessages } from "../../../i18n/word-messages";
import { formatDay, formatMoment } from "../../../lib/dates";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Table } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { useMe } from "../../session";
import {
  deliveryStateMessages,
  webhookEventMessages,
  webhookFailureMessages,
  webhookMessages as messages,
} from "../webhook-messages";

const COLORS: Readonly<Record<string, "success" | "warning" | "error">> = {
  WAITING: "warning",
  DELIVERED: "success",
  FAILED: "error",
};

interface DeliveriesProps {
  readonly deliveries: readonly WebhookDelivery[];
  /** Sends one again; undefined if the user may not, or while nothing is sent. */
  readonly onSend: ((id: string) => Promise<void>) | undefined;
}

/** The deliveries with time and outcome, and advice for failed ones. */
export function Deliveries({ deliveries, onSend }: DeliveriesProps): ReactNode {
  const { timeZone } = useMe();
  return (
    <Card title={messages.deliveries} description={messages.deliveriesText}>
      {deliveries.length === 0 ? (
        <p>
          <FormattedMessage {...messages.deliveriesNone} />
        </p>
      ) : (
        <Table
          look="figures"
          caption={messages.deliveries}
          rows={deliveries}
          rowKey={({ id }) => id}
          columns={[
            { head: messages.event, wrap: true, cell: (row) => <Event delivery={row} /> },
            {
              head: wordMessages.when,
              cell: ({ occurredAt }) => occurredAt && formatMoment(timestampDate(occurredAt), timeZone),
            },
            { head: messages.result, cell: (row) => <Result delivery={row} /> },
            {
              head: messages.answer,
              cell: (row) => (row.attemptedAt ? <Answer delivery={row} /> : undefined),
            },
            onSend && {
              head: wordMessages.actions,
              kind: "spoken",
              className: "one-line",
              cell: ({ id, state }) => (
                <Button
                  label={state === "WAITING" ? messages.now : messages.again}
                  size="small"
                  onClick={() => void onSend(id)}
                />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

const CHANNELS: Readonly<Record<string, (typeof channelMessages)["mailing"] | undefined>> = channelMessages;

function Event({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode {
  const { formatMessage } = useIntl();
  const { event, scoringName, scoringType, generatedDate, contactCount } = delivery;
  const message = webhookEventMessages[event];
  const channel = CHANNELS[scoringType];
  const about = [
    scoringName,
    channel && formatMessage(channel),
    generatedDate !== "" && formatDay(generatedDate),
    contactCount > 0 && formatMessage(messages.contacts, { count: contactCount }),
  ];
  return (
    <>
      {message ? formatMessage(message) : event}
      <span className="quiet under">{about.filter(Boolean).join(", ")}</span>
    </>
  );
}

function Result({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const { state, nextAt, partCount, attemptCount } = delivery;
  const message = deliveryStateMessages[state];
  const next = nextAt && timestampDate(nextAt);
  const more = [
    partCount > 1 && formatMessage(messages.parts, { count: partCount }),
    attemptCount > 1 && formatMessage(messages.attempts, { count: attemptCount }),
    next && next > new Date() && formatMessage(messages.nextAt, { when: formatMoment(next, timeZone) }),
  ];
  return (
    <>
      <Tag color={COLORS[state] ?? "default"}>{message ? formatMessage(message) : state}</Tag>
      <span className="quiet under">{more.filter(Boolean).join(", ")}</span>
    </>
  );
}

function Answer({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode {
  const { formatMessage } = useIntl();
  const { status, failure, tookMilliseconds } = delivery;
  const message = webhookFailureMessages[failure];
  return (
    <>
      {status > 0 && formatMessage(messages.answered, { status, ms: tookMilliseconds })}
      <span className="quiet under">{message && formatMessage(message)}</span>
    </>
  );
}
