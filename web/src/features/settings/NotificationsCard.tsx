import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Message } from "../../i18n/define-messages";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { NoValue } from "../../ui/NoValue";
import { Table } from "../../ui/Table";
import { notifyMessages as messages, notifyEventMessages } from "./messages";
import styles from "./SettingsPage.module.css";
import { channelMessages } from "../../i18n/common-messages";

type Way = "here" | "mail" | "webhook";

/** Where users learn of each event. It follows from the events themselves: there is nothing to choose but webhooks. */
const NOTIFIED: readonly { readonly event: Message; readonly ways: readonly Way[] }[] = [
  { event: notifyEventMessages.calculated, ways: ["here", "webhook"] },
  { event: notifyEventMessages.failed, ways: ["here"] },
  { event: notifyEventMessages.imported, ways: ["here", "webhook"] },
  { event: notifyEventMessages.bands, ways: ["webhook"] },
  { event: notifyEventMessages.left, ways: ["webhook"] },
  { event: notifyEventMessages.webhook, ways: ["here"] },
  { event: notifyEventMessages.destination, ways: ["here"] },
  { event: notifyEventMessages.blocked, ways: ["here", "mail"] },
  { event: notifyEventMessages.password, ways: ["here"] },
];

/** Which events are sent as notifications, by e-mail and to other systems. */
export function NotificationsCard(): ReactNode {
  const { formatMessage } = useIntl();
  const column = (way: Way, head: Message) => ({
    head,
    cell: ({ ways }: (typeof NOTIFIED)[number]) =>
      ways.includes(way) ? <span aria-label={formatMessage(messages.yes)}>✓</span> : <NoValue />,
  });
  return (
    <Card
      id="notifications"
      title={<FormattedMessage {...messages.title} />}
      description={<FormattedMessage {...messages.lead} />}
    >
      <div className={styles["stack"]}>
        <Table
          caption={messages.title}
          rows={NOTIFIED}
          rowKey={({ event }) => event.id}
          columns={[
            { head: messages.event, cell: ({ event }) => formatMessage(event) },
            column("here", messages.here),
            column("mail", channelMessages.mailing),
            column("webhook", messages.webhook),
          ]}
        />
        <Link to={paths.webhooks}>
          <FormattedMessage {...messages.toWebhooks} />
        </Link>
      </div>
    </Card>
  );
}
