import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { clientOf } from "../../../api/api";
import { useApi } from "../../../api/api-context";
import type { Webhook } from "../../../api/messages";
import { WebhookService } from "../../../api/services";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { PageHeader } from "../../../ui/PageHeader";
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
  const { formatMessage } = useIntl();
  const { items, limit } = useLoaderData<WebhooksData>();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const { ownPerson } = useMe();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState("");
  return (
    <>
      <PageHeader
        trail={{ to: paths.connections, name: connectionsRouteMessages.title }}
        title={formatMessage(connectionMessages.webhooks)}
        description={<FormattedMessage {...messages.lead} />}
        actions={
          ownPerson &&
          items.length < limit && (
            <Button type="primary" onClick={() => setAdding(true)}>
              <FormattedMessage {...connectionMessages.addWebhook} />
            </Button>
          )
        }
      />
      <div className={styles["parts"]}>
        {secret !== "" && <NewSecret secret={secret} />}
        {!ownPerson && <OwnPeopleOnly />}
        <Card title={<FormattedMessage {...messages.list} />}>
          {items.length === 0 ? (
            <p>
              <FormattedMessage {...messages.none} />
            </p>
          ) : (
            <ul className={styles["events"]}>
              {items.map((webhook) => (
                <Entry key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )}
        </Card>
        <p className={styles["quiet"]}>
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

function Entry({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { formatMessage } = useIntl();
  const { id, url, description, events, waitingCount, failedCount } = webhook;
  const subscribed = events.map((event) => webhookEventMessages[event]).filter((message) => message !== undefined);
  return (
    <li className={styles["webhook"]}>
      <div className={styles["line"]}>
        <Link to={paths.webhook(id)}>{new URL(url).host}</Link>
        <WebhookState webhook={webhook} />
        {description !== "" && <span className={styles["about"]}>{description}</span>}
      </div>
      <p className={styles["quiet"]}>{subscribed.map((message) => formatMessage(message)).join(", ")}</p>
      {waitingCount + failedCount > 0 && (
        <p className={styles["line"]}>
          {waitingCount > 0 && (
            <span>
              <FormattedMessage {...messages.waiting} values={{ count: waitingCount }} />
            </span>
          )}
          {failedCount > 0 && (
            <span>
              <FormattedMessage {...messages.failed} values={{ count: failedCount }} />
            </span>
          )}
        </p>
      )}
    </li>
  );
}
