import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData } from "react-router";
import type { Destination, Webhook, WebTrackingAccount } from "../../api/messages";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PagePart } from "../../ui/PagePart";
import { PageHeader } from "../../ui/PageHeader";
import { useFlag } from "../../flags/flags";
import { Tag } from "../../ui/Tag";
import styles from "./Connections.module.css";
import { DestinationState } from "./destinations/DestinationState";
import type { HubData } from "./loader";
import { WebhookState } from "./webhooks/WebhookState";
import { ProviderState } from "./mail/ProviderState";
import { providerNames } from "./mail/providers";
import { connectionMessages as messages, connectionsRouteMessages as routeMessages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

export { hubLoader as loader } from "./loader";
export { HubPage as Component };

/** All sources of events of the account, set up or not. */
function HubPage(): ReactNode {
  const { formatMessage } = useIntl();
  const withKey = useFlag("ff_api_key");
  const { websites, providers, webhooks, lists } = useLoaderData<HubData>();
  return (
    <>
      <PageHeader title={formatMessage(routeMessages.title)} description={<FormattedMessage {...messages.lead} />} />
      <div className={styles["parts"]}>
        <Card
          title={<FormattedMessage {...wordMessages.websites} />}
          description={<FormattedMessage {...messages.webText} />}
        >
          <PagePart of={websites}>
            {(items) => (
              <div className={styles["line"]}>
                <Link to={paths.connectionsWeb}>
                  <FormattedMessage {...(items.length === 0 ? messages.addWebsite : messages.toWebsites)} />
                </Link>
                <WebsiteState websites={items} />
              </div>
            )}
          </PagePart>
        </Card>
        <Card title={<FormattedMessage {...messages.mail} />} description={<FormattedMessage {...messages.mailText} />}>
          <PagePart of={providers}>
            {(items) => (
              <ul className={styles["cards"]}>
                {items.map((provider) => (
                  <li key={provider.provider}>
                    <Link id={provider.provider} to={paths.connectionMail(provider.provider)}>
                      {providerNames[provider.provider]}
                    </Link>
                    <ProviderState provider={provider} />
                    {provider.state === "NONE" && (
                      <Link
                        className={styles["setUp"]}
                        to={paths.connectionMail(provider.provider)}
                        aria-describedby={provider.provider}
                      >
                        <FormattedMessage {...messages.setUp} />
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </PagePart>
        </Card>
        <Card
          title={<FormattedMessage {...messages.webhooks} />}
          description={<FormattedMessage {...messages.webhooksText} />}
        >
          <PagePart of={webhooks}>
            {(items) => (
              <div className={styles["line"]}>
                <Link to={paths.webhooks}>
                  <FormattedMessage {...(items.length === 0 ? messages.addWebhook : messages.toWebhooks)} />
                </Link>
                <WebhooksState webhooks={items} />
              </div>
            )}
          </PagePart>
        </Card>
        <Card
          title={<FormattedMessage {...messages.lists} />}
          description={<FormattedMessage {...messages.listsText} />}
        >
          <PagePart of={lists}>
            {(items) => (
              <div className={styles["line"]}>
                <Link to={paths.destinations}>
                  <FormattedMessage {...(items.length === 0 ? messages.addList : messages.toLists)} />
                </Link>
                <ListsState lists={items} />
              </div>
            )}
          </PagePart>
        </Card>
        <Card
          title={<FormattedMessage {...messages.other} />}
          description={<FormattedMessage {...messages.otherText} />}
        >
          <ul className={styles["cards"]}>
            <li>
              <Link to={paths.newImport}>
                <FormattedMessage {...messages.files} />
              </Link>
            </li>
            {withKey && (
              <li>
                <Link to={paths.apiKey}>
                  <FormattedMessage {...messages.apiKey} />
                </Link>
              </li>
            )}
          </ul>
        </Card>
      </div>
    </>
  );
}

/** The state of the webhook that most needs attention. */
function WebhooksState({ webhooks }: { readonly webhooks: readonly Webhook[] }): ReactNode {
  const shown = webhooks.find(({ state }) => state !== "ACTIVE" && state !== "PAUSED") ?? webhooks[0];
  return shown ? (
    <WebhookState webhook={shown} />
  ) : (
    <Tag>
      <FormattedMessage {...messages.notSetUp} />
    </Tag>
  );
}

function ListsState({ lists }: { readonly lists: readonly Destination[] }): ReactNode {
  const shown = lists.find(({ state }) => state === "FAILING") ?? lists[0];
  return shown ? (
    <DestinationState destination={shown} />
  ) : (
    <Tag>
      <FormattedMessage {...messages.notSetUp} />
    </Tag>
  );
}

function WebsiteState({ websites }: { readonly websites: readonly WebTrackingAccount[] }): ReactNode {
  if (websites.length === 0) {
    return (
      <Tag>
        <FormattedMessage {...messages.notSetUp} />
      </Tag>
    );
  }
  const receiving = websites.filter(({ since }) => since).length;
  const quiet = websites.every(({ types }) => types.every(({ todayCount }) => todayCount === 0));
  if (receiving > 0 && quiet) {
    return (
      <Tag>
        <FormattedMessage {...messages.quietToday} />
      </Tag>
    );
  }
  return (
    <Tag color={receiving === websites.length ? "success" : "default"}>
      <FormattedMessage {...messages.receivingOf} values={{ receiving, count: websites.length }} />
    </Tag>
  );
}
