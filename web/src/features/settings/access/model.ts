import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { clientOf, type Api } from "../../../api/api";
import {
  AccountService,
  DestinationService,
  MailProviderService,
  OneClickService,
  TrackingService,
  WebhookService,
} from "../../../api/services";
import { settle, type Settled } from "../../../api/settled";
import type {
  Destination,
  GetApiKeyResponse,
  GetOneClickLinksResponse,
  MailProvider,
  Webhook,
  WebTrackingAccount,
} from "../../../api/messages";

/** Lasting access other than the API key. */
export interface Lasting {
  readonly providers: readonly MailProvider[];
  readonly websites: readonly WebTrackingAccount[];
  readonly webhooks: readonly Webhook[];
  readonly lists: readonly Destination[];
  readonly links: GetOneClickLinksResponse;
}

/** One lasting access: its maker, and its last use. */
export interface Access {
  readonly kind: "key" | "mail" | "web" | "hook" | "list" | "links";
  /**
   * By kind: the beginning of an API key, a provider, the key of a website, the id of a webhook or a destination; "" for
   * links.
   */
  readonly id: string;
  /** Its name for users; a website without a domain and links have none. */
  readonly name: string;
  /** "" if unknown. */
  readonly maker: string;
  readonly made?: Date | undefined;
  readonly used?: Date | undefined;
}

/** Loads it; fails as a whole, so that an incomplete list never looks complete. */
export function loadLasting(api: Api, signal: AbortSignal): Promise<Settled<Lasting>> {
  return settle(
    Promise.all([
      clientOf(api, MailProviderService).listMailProviders({}, { signal }),
      clientOf(api, TrackingService).listWebTrackingAccounts({}, { signal }),
      clientOf(api, WebhookService).listWebhooks({}, { signal }),
      clientOf(api, DestinationService).listDestinations({}, { signal }),
      clientOf(api, OneClickService).getOneClickLinks({}, { signal }),
    ]).then(([providers, websites, webhooks, lists, links]) => ({
      providers: providers.items.filter(({ state }) => state !== "NONE"),
      websites: websites.items,
      webhooks: webhooks.items,
      lists: lists.items,
      links,
    })),
  );
}

/** All lasting access, links last. */
export function accessOf(
  apiKey: GetApiKeyResponse | undefined,
  { providers, websites, webhooks, lists, links }: Lasting,
): Access[] {
  const all: Access[] = [];
  if (apiKey) {
    const { prefix, madeBy, createdAt, lastUsedAt } = apiKey;
    all.push({
      kind: "key",
      id: prefix,
      name: `${prefix}…`,
      maker: madeBy,
      made: dateOf(createdAt),
      used: dateOf(lastUsedAt),
    });
  }
  for (const { provider, madeBy, createdAt, receivedAt } of providers) {
    all.push({
      kind: "mail",
      id: provider,
      name: provider,
      maker: madeBy,
      made: dateOf(createdAt),
      used: dateOf(receivedAt),
    });
  }
  for (const { siClientId, domain, madeBy, createdAt, types } of websites) {
    const last = types.flatMap(({ lastAt }) => (lastAt ? [timestampDate(lastAt).getTime()] : []));
    all.push({
      kind: "web",
      id: siClientId,
      name: domain,
      maker: madeBy,
      made: dateOf(createdAt),
      used: last.length > 0 ? new Date(Math.max(...last)) : undefined,
    });
  }
  for (const { id, url, madeBy, createdAt, deliveredAt } of webhooks) {
    all.push({
      kind: "hook",
      id,
      name: new URL(url).host,
      maker: madeBy,
      made: dateOf(createdAt),
      used: dateOf(deliveredAt),
    });
  }
  for (const { id, name, madeBy, createdAt, lastRun } of lists) {
    all.push({ kind: "list", id, name, maker: madeBy, made: dateOf(createdAt), used: dateOf(lastRun?.begunAt) });
  }
  if (links.available) all.push({ kind: "links", id: "", name: "", maker: "" });
  return all;
}

/** Ends one access. */
export async function end(api: Api, { kind, id }: Access): Promise<void> {
  switch (kind) {
    case "key":
      await clientOf(api, AccountService).revokeApiKey({});
      return;
    case "mail":
      await clientOf(api, MailProviderService).deleteMailProvider({ provider: id });
      return;
    case "web":
      await clientOf(api, TrackingService).deleteWebTrackingAccount({ siClientId: id });
      return;
    case "hook":
      await clientOf(api, WebhookService).deleteWebhook({ id });
      return;
    case "list":
      await clientOf(api, DestinationService).deleteDestination({ id });
      return;
    case "links":
      await clientOf(api, OneClickService).endOneClickLinks({});
  }
}

function dateOf(at: Timestamp | undefined): Date | undefined {
  return at && timestampDate(at);
}
