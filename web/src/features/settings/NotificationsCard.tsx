import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Message } from "../../i18n/define-messages";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { NoValue } from "../../ui/NoValue";
import { Table } from "../../ui/Table";
import { toldMessages as messages, toldEventMessages } from "./messages";
import styles from "./SettingsPage.module.css";

type Way = "here" | "mail" | "webhook";

/** Where each event is told. It follows from the events themselves: there is nothing to choose but webhooks. */
const TOLD: readonly { readonly event: Message; readonly ways: readonly Way[] }[] = [
  { event: toldEventMessages.calculated, ways: ["here", "webhook"] },
  { event: toldEventMessages.failed, ways: ["here"] },
  { event: toldEventMessages.imported, ways: ["here", "webhook"] },
  { event: toldEventMessages.bands, ways: ["webhook"] },
  { event: toldEventMessages.left, ways: ["webhook"] },
  { event: toldEventMessages.webhook, ways: ["here"] },
  { event: toldEventMessages.destination, ways: ["here"] },
  { event: toldEventMessages.blocked, ways: ["here", "mail"] },
  { event: toldEventMessages.password, ways: ["here"] },
];

/** Which events are told in the notifications, by e-mail and to other systems. */
export function NotificationsCard(): ReactNode {
  const { formatMessage } = useIntl();
  const column = (way: Way, head: Message) => ({
    head,
    cell: ({ ways }: (typeof TOLD)[number]) =>
      ways.includes(way) ? <span aria-label={formatMessage(messages.told)}>✓</span> : <NoValue />,
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
          rows={TOLD}
          rowKey={({ event }) => event.id}
          columns={[
            { head: messages.event, cell: ({ event }) => formatMessage(event) },
            column("here", messages.here),
            column("mail", messages.mail),
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
