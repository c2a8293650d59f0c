import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Destination, MailProvider, Webhook, WebTrackingAccount } from "../../api/messages";
import type { Message } from "../../i18n/define-messages";
import { momentInWords } from "../../i18n/format";
import { paths } from "../../lib/paths";
import { Tag } from "../../ui/Tag";
import { useMe } from "../session";
import styles from "./Connections.module.css";
import { destinationMessages } from "./destination-messages";
import { DestinationState } from "./destinations/DestinationState";
import { ProviderState } from "./mail/ProviderState";
import { providerNames } from "./mail/providers";
import { activityMessages, connectionMessages as messages } from "./messages";
import { webMessages } from "./web-messages";
import { webhookMessages } from "./webhook-messages";
import { WebhookState } from "./webhooks/WebhookState";

/** A website: what its code sends, and when it sent last. */
export function WebsiteCard({ website }: { readonly website: WebTrackingAccount }): ReactNode {
  const { domain, siClientId, since, types } = website;
  const last = types
    .flatMap(({ lastAt }) => (lastAt ? [lastAt] : []))
    .reduce<Timestamp | undefined>((one, other) => (one && one.seconds > other.seconds ? one : other), undefined);
  const today = types.some(({ todayCount }) => todayCount > 0);
  return (
    <li>
      <Link to={`${paths.connectionsWeb}?site=${siClientId}`}>
        {domain === "" ? <FormattedMessage {...webMessages.unnamed} /> : domain}
      </Link>
      <Tag color={today ? "success" : last || since ? "default" : "warning"}>
        <FormattedMessage
          {...(today ? activityMessages.receiving : last || since ? messages.quietToday : activityMessages.waiting)}
        />
      </Tag>
      {last ? (
        <Activity words={activityMessages.lastEvent} at={last} />
      ) : (
        since && <Activity words={activityMessages.filesOnly} />
      )}
    </li>
  );
}

/** A mail provider, set up or not. */
export function ProviderCard({ provider }: { readonly provider: MailProvider }): ReactNode {
  const { provider: name, state, receivedAt, receivedCount } = provider;
  return (
    <li>
      <Link id={name} to={paths.connectionMail(name)}>
        {providerNames[name]}
      </Link>
      <ProviderState provider={provider} />
      {state === "NONE" ? (
        <Link className={styles["setUp"]} to={paths.connectionMail(name)} aria-describedby={name}>
          <FormattedMessage {...messages.setUp} />
        </Link>
      ) : (
        receivedAt && <Activity words={activityMessages.lately} count={receivedCount} />
      )}
    </li>
  );
}

/** A webhook: whether its receiver accepts events, and when it did last. */
export function WebhookCard({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { id, url, deliveredAt, waitingCount } = webhook;
  return (
    <li>
      <Link to={paths.webhook(id)}>{new URL(url).host}</Link>
      <WebhookState webhook={webhook} />
      {deliveredAt && <Activity words={activityMessages.lastDelivery} at={deliveredAt} />}
      {waitingCount > 0 && <Activity words={webhookMessages.waiting} count={waitingCount} />}
    </li>
  );
}

/** A list at a provider: whether it is in sync, since when, and its size. */
export function ListCard({ destination }: { readonly destination: Destination }): ReactNode {
  const { id, name, lastRun, memberCount } = destination;
  return (
    <li>
      <Link to={paths.destination(id)}>{name}</Link>
      <DestinationState destination={destination} />
      <Activity words={destinationMessages.members} count={memberCount} />
      {lastRun?.endedAt && <Activity words={activityMessages.lastSync} at={lastRun.endedAt} />}
    </li>
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
    <p className={styles["quiet"]}>
      <FormattedMessage {...words} values={{ when, count }} />
    </p>
  );
}
