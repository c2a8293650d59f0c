import ApiOutlined from "@ant-design/icons-svg/es/asn/ApiOutlined";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { clientOf } from "../../../api/api";
import { useApi } from "../../../api/api-context";
import type { Webhook } from "../../../api/messages";
import { WebhookService } from "../../../api/services";
import { momentInWords } from "../../../i18n/format";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { PageHeader } from "../../../ui/PageHeader";
import { StatePanel } from "../../../ui/StatePanel";
import { Table } from "../../../ui/Table";
import { useMe } from "../../session";
import styles from "../Connections.module.css";
import type { WebhooksData } from "../loader";
import { OwnPeopleOnly } from "../MadeBy";
import { connectionMessages, connectionsRouteMessages } from "../messages";
import { webhookEventMessages, webhookMessages as messages } from "../webhook-messages";
import { NewSecret } from "./NewSecret";
import { WebhookForm } from "./WebhookForm";
import { WebhookState } from "./WebhookState";

export { webhooksLoader as loader } from "../loader";
export { WebhooksPage as Component };

/** The webhooks of the account with their states. */
function WebhooksPage(): ReactNode {
  const { items, limit } = useLoaderData<WebhooksData>();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const { ownPerson } = useMe();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState("");
  const add = <Button label={connectionMessages.addWebhook} type="primary" onClick={() => setAdding(true)} />;
  return (
    <>
      <PageHeader
        trail={{ to: paths.connections, name: connectionsRouteMessages.title }}
        title={connectionMessages.webhooks}
        description={messages.lead}
        actions={ownPerson && items.length > 0 && items.length < limit ? add : undefined}
      />
      <div className="stack">
        {secret !== "" && <NewSecret secret={secret} />}
        {!ownPerson && <OwnPeopleOnly />}
        <Card flush>
          {items.length === 0 ? (
            <StatePanel
              icon={<Icon of={ApiOutlined} />}
              title={messages.none}
              text={messages.noneText}
              actions={ownPerson ? add : undefined}
            />
          ) : (
            <WebhookTable items={items} />
          )}
        </Card>
        <p className="quiet">
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
            <FormattedMessage {...messages.docs} />
          </a>
        </p>
      </div>
      {adding && (
        <WebhookForm
          onClose={() => setAdding(false)}
          onSend={async ({ url, description, events }) => {
            const made = await clientOf(api, WebhookService).createWebhook({ url, description, events: [...events] });
            setSecret(made.secret);
            setAdding(false);
            await revalidate();
          }}
        />
      )}
    </>
  );
}

/** A row for each webhook: what it receives, and whether its receiver accepts that. */
function WebhookTable({ items }: Pick<WebhooksData, "items">): ReactNode {
  const intl = useIntl();
  const { timeZone } = useMe();
  return (
    <Table
      caption={messages.list}
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          head: messages.receiver,
          cell: ({ id, url, description }) => (
            <>
              <Link to={paths.webhook(id)}>{new URL(url).host}</Link>
              {description !== "" && <span className="quiet under">{description}</span>}
            </>
          ),
        },
        {
          head: messages.state,
          label: false,
          className: styles["whole"],
          cell: (webhook) => (
            <>
              <WebhookState webhook={webhook} />
              <Undelivered webhook={webhook} />
            </>
          ),
        },
        {
          head: messages.subscribed,
          cell: ({ events }) =>
            events
              .map((event) => webhookEventMessages[event])
              .filter((message) => message !== undefined)
              .map((message) => intl.formatMessage(message))
              .join(", "),
        },
        {
          head: messages.delivered,
          cell: ({ deliveredAt }) => deliveredAt && momentInWords(intl, timestampDate(deliveredAt), timeZone),
        },
      ]}
    />
  );
}

/** How many events wait, and how many were given up. */
function Undelivered({ webhook: { waitingCount, failedCount } }: { readonly webhook: Webhook }): ReactNode {
  return (
    <>
      {waitingCount > 0 && (
        <span className="quiet under">
          <FormattedMessage {...messages.waiting} values={{ count: waitingCount }} />
        </span>
      )}
      {failedCount > 0 && (
        <span className="quiet under">
          <FormattedMessage {...messages.failed} values={{ count: failedCount }} />
        </span>
      )}
    </>
  );
}
