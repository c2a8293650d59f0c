import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Message } from "../../i18n/define-messages";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PageLink } from "../../ui/PageLink";
import { Table } from "../../ui/Table";
import { Tag } from "../../ui/Tag";
import { notifyMessages as messages, notifyEventMessages } from "./messages";
import styles from "./SettingsPage.module.css";
import { channelMessages } from "../../i18n/common-messages";
import { wordMessages } from "../../i18n/word-messages";

/** The places of notifications. */
const WAYS = { here: messages.here, mail: channelMessages.mailing, webhook: messages.webhook } as const;

interface Notified {
  readonly event: Message;
  readonly about: Message;
  readonly ways: readonly (keyof typeof WAYS)[];
}

/** Where users learn of each event. It follows from the events themselves: there is nothing to choose but webhooks. */
const NOTIFIED: readonly Notified[] = [
  { event: notifyEventMessages.calculated, about: wordMessages.scoring, ways: ["here", "webhook"] },
  { event: notifyEventMessages.failed, about: wordMessages.scoring, ways: ["here"] },
  { event: notifyEventMessages.bands, about: wordMessages.scoring, ways: ["webhook"] },
  { event: notifyEventMessages.imported, about: wordMessages.contacts, ways: ["here", "webhook"] },
  { event: notifyEventMessages.left, about: wordMessages.contacts, ways: ["webhook"] },
  { event: notifyEventMessages.webhook, about: messages.connections, ways: ["here"] },
  { event: notifyEventMessages.destination, about: messages.connections, ways: ["here"] },
  { event: notifyEventMessages.blocked, about: messages.security, ways: ["here", "mail"] },
  { event: notifyEventMessages.password, about: messages.security, ways: ["here"] },
];

/** Which events are sent as notifications, by e-mail and to other systems. */
export function NotificationsCard(): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <Card id="notifications" title={messages.title} description={messages.lead}>
      <div className={styles["stack"]}>
        <Table
          caption={messages.title}
          rows={NOTIFIED}
          rowKey={({ event }) => event.id}
          section={({ about }) => formatMessage(about)}
          columns={[
            { head: messages.event, cell: ({ event }) => formatMessage(event) },
            {
              head: messages.where,
              label: false,
              cell: ({ ways }) => (
                <span className={styles["ways"]}>
                  {ways.map((way) => (
                    <Tag label={WAYS[way]} key={way} />
                  ))}
                </span>
              ),
            },
          ]}
        />
        <PageLink label={messages.toWebhooks} to={paths.webhooks} />
      </div>
    </Card>
  );
}
