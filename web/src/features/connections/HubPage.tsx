import KeyOutlined from "@ant-design/icons-svg/es/asn/KeyOutlined";
import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import UploadOutlined from "@ant-design/icons-svg/es/asn/UploadOutlined";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData } from "react-router";
import type { WebTrackingAccount } from "../../api/messages";
import type { Settled } from "../../api/settled";
import { useFlag } from "../../flags/flags";
import type { Message } from "../../i18n/define-messages";
import { wordMessages } from "../../i18n/word-messages";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { PageLink } from "../../ui/PageLink";
import { PagePart } from "../../ui/PagePart";
import { Tag } from "../../ui/Tag";
import styles from "./Connections.module.css";
import { ListCard, ProviderCard, Tile, WebhookCard, WebsiteCard } from "./HubCards";
import type { HubData } from "./loader";
import { connectionMessages as messages, connectionsRouteMessages as routeMessages } from "./messages";

export { hubLoader as loader } from "./loader";
export { HubPage as Component };

/** The number of connections of one kind that are shown; the page of the kind has all. */
const MOST = 8;

/** All connections of the account, each with its state and its last activity. */
function HubPage(): ReactNode {
  const withKey = useFlag("ff_api_key");
  const { websites, providers, webhooks, lists } = useLoaderData<HubData>();
  return (
    <>
      <PageHeader title={routeMessages.title} description={messages.lead} />
      <div className="stack">
        <div className={styles["pair"]}>
          <Kind
            title={wordMessages.websites}
            text={messages.webText}
            of={websites}
            to={paths.connectionsWeb}
            add={messages.addWebsite}
            see={messages.toWebsites}
            state={(items) => <WebsitesState websites={items} />}
          >
            {(website) => <WebsiteCard key={website.siClientId} website={website} />}
          </Kind>
          <Card title={messages.other} description={messages.otherText}>
            <ul className={styles["cards"]}>
              <Tile to={paths.newImport} name={messages.files} sign={UploadOutlined} />
              {withKey && <Tile to={paths.apiKey} name={messages.apiKey} sign={KeyOutlined} />}
            </ul>
          </Card>
        </div>
        <Card title={messages.mail} description={messages.mailText}>
          <PagePart of={providers}>
            {(items) => (
              <ul className={styles["cards"]}>
                {items.map((provider) => (
                  <ProviderCard key={provider.provider} provider={provider} />
                ))}
              </ul>
            )}
          </PagePart>
        </Card>
        <div className={styles["pair"]}>
          <Kind
            title={messages.webhooks}
            text={messages.webhooksText}
            of={webhooks}
            to={paths.webhooks}
            add={messages.addWebhook}
            see={messages.toWebhooks}
          >
            {(webhook) => <WebhookCard key={webhook.id} webhook={webhook} />}
          </Kind>
          <Kind
            title={messages.lists}
            text={messages.listsText}
            of={lists}
            to={paths.destinations}
            add={messages.addList}
            see={messages.toLists}
          >
            {(destination) => <ListCard key={destination.id} destination={destination} />}
          </Kind>
        </div>
      </div>
    </>
  );
}

interface KindProps<Item> {
  readonly title: Message;
  readonly text: Message;
  readonly of: Settled<readonly Item[]>;
  /** The page of the kind, and its names without and with a connection. */
  readonly to: string;
  readonly add: Message;
  readonly see: Message;
  /** The state of all together. */
  readonly state?: (items: readonly Item[]) => ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** The connections of one kind. */
function Kind<Item>({ title, text, of, to, add, see, state, children }: KindProps<Item>): ReactNode {
  return (
    <Card title={title} description={text}>
      <PagePart of={of}>
        {(items) => (
          <>
            <ul className={styles["cards"]}>
              {items.slice(0, MOST).map(children)}
              {items.length === 0 && (
                <Tile to={to} name={add} sign={PlusOutlined}>
                  <Tag label={messages.notSetUp} />
                </Tile>
              )}
            </ul>
            {items.length > 0 && (
              <div className={styles["line"]} data-below="true">
                <PageLink label={see} to={to} />
                {state?.(items)}
              </div>
            )}
          </>
        )}
      </PagePart>
    </Card>
  );
}

/** How many websites send events. */
function WebsitesState({ websites }: { readonly websites: readonly WebTrackingAccount[] }): ReactNode {
  if (websites.length < 2) return null;
  const receiving = websites.filter(({ since }) => since).length;
  return (
    <Tag color={receiving === websites.length ? "success" : "default"}>
      <FormattedMessage {...messages.receivingOf} values={{ receiving, count: websites.length }} />
    </Tag>
  );
}
