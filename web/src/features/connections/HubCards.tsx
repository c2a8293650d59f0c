import ApiOutlined from "@ant-design/icons-svg/es/asn/ApiOutlined";
import GlobalOutlined from "@ant-design/icons-svg/es/asn/GlobalOutlined";
import UnorderedListOutlined from "@ant-design/icons-svg/es/asn/UnorderedListOutlined";
import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Destination, MailProvider, Webhook, WebTrackingAccount } from "../../api/messages";
import type { Message } from "../../i18n/define-messages";
import { momentInWords } from "../../i18n/format";
import { paths } from "../../lib/paths";
import { Icon, type IconData } from "../../ui/Icon";
import { Tag } from "../../ui/Tag";
import { wordsOf, type Words } from "../../ui/words";
import { useMe } from "../session";
import styles from "./Connections.module.css";
import { destinationMessages } from "./destination-messages";
import { DestinationState } from "./destinations/DestinationState";
import { ProviderState } from "./mail/ProviderState";
import { isSilent, providerLetters, providerNames } from "./mail/providers";
import { activityMessages, connectionMessages as messages, webMessages } from "./messages";
import { lastEvent } from "./web/last-event";
import { webhookMessages } from "./webhook-messages";
import { WebhookState } from "./webhooks/WebhookState";

interface TileProps {
  readonly to: string;
  readonly name: Words;
  /** An icon, or letters of the name. */
  readonly sign: IconData | string;
  /** Whether the connection works. */
  readonly on?: boolean;
  readonly children?: ReactNode;
}

/** A connection, or the way to one, as one large link. */
export function Tile({ to, name, sign, on = false, children }: TileProps): ReactNode {
  const letters = typeof sign === "string" ? sign : undefined;
  return (
    <li>
      <span className={styles["sign"]} data-on={on} data-letters={letters} aria-hidden>
        {typeof sign !== "string" && <Icon of={sign} />}
      </span>
      <div>
        <Link to={to}>{wordsOf(name)}</Link>
        {children}
      </div>
    </li>
  );
}

/** A website: what its code sends, and when it sent last. */
export function WebsiteCard({ website }: { readonly website: WebTrackingAccount }): ReactNode {
  const { domain, siClientId, since, types } = website;
  const last = lastEvent(website);
  const today = types.some(({ todayCount }) => todayCount > 0);
  return (
    <Tile
      to={`${paths.connectionsWeb}?site=${siClientId}`}
      name={domain === "" ? webMessages.unnamed : domain}
      sign={GlobalOutlined}
      on={today}
    >
      <Tag
        label={
          today
            ? activityMessages.receiving
            : last
              ? messages.quietToday
              : since
                ? activityMessages.fromFiles
                : activityMessages.waiting
        }
        color={today ? "success" : "default"}
      />
      {last ? <Activity words={activityMessages.lastEvent} at={last} /> : <Step words={messages.pasteCode} />}
    </Tile>
  );
}

/** A mail provider, set up or not. */
export function ProviderCard({ provider }: { readonly provider: MailProvider }): ReactNode {
  const { provider: name, state, receivedAt, receivedCount } = provider;
  return (
    <Tile
      to={paths.connectionMail(name)}
      name={providerNames[name]}
      sign={providerLetters[name] ?? ""}
      on={state === "RECEIVING"}
    >
      <ProviderState provider={provider} />
      {receivedAt && <Activity words={activityMessages.lately} count={receivedCount} />}
      {state === "NONE" && <Step words={messages.setUp} />}
      {isSilent(provider) && <Step words={messages.finish} />}
    </Tile>
  );
}

/** A webhook: whether its receiver accepts events, and when it did last. */
export function WebhookCard({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { id, url, state, deliveredAt, waitingCount } = webhook;
  return (
    <Tile to={paths.webhook(id)} name={new URL(url).host} sign={ApiOutlined} on={state === "ACTIVE"}>
      <WebhookState webhook={webhook} />
      {deliveredAt && <Activity words={activityMessages.lastDelivery} at={deliveredAt} />}
      {waitingCount > 0 && <Activity words={webhookMessages.waiting} count={waitingCount} />}
    </Tile>
  );
}

/** A list at a provider: whether it is in sync, since when, and its size. */
export function ListCard({ destination }: { readonly destination: Destination }): ReactNode {
  const { id, name, state, lastRun, memberCount } = destination;
  return (
    <Tile to={paths.destination(id)} name={name} sign={UnorderedListOutlined} on={state !== "FAILING"}>
      <DestinationState destination={destination} />
      <Activity words={destinationMessages.members} count={memberCount} />
      {lastRun?.endedAt && <Activity words={activityMessages.lastSync} at={lastRun.endedAt} />}
    </Tile>
  );
}

/** The next step to a connection that works; its tile is the link to it. */
function Step({ words }: { readonly words: Message }): ReactNode {
  return (
    <span className={styles["setUp"]}>
      <FormattedMessage {...words} />
    </span>
  );
}

interface ActivityProps {
  readonly words: Message;
  readonly at?: Timestamp;
  readonly count?: number;
}

/** What a connection did last, in a few words. */
function Activity({ words, at, count }: ActivityProps): ReactNode {
  const intl = useIntl();
  const { timeZone } = useMe();
  const when = at && momentInWords(intl, timestampDate(at), timeZone);
  return (
    <p className="quiet">
      <FormattedMessage {...words} values={{ when, count }} />
    </p>
  );
}
