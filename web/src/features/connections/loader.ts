import { redirect, type LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { loadDatabases } from "../../stores/load-databases";
import { MailProviderService, TrackingService, WebhookService } from "../../api/services";
import { settle, type Settled } from "../../api/settled";
import type { Destination, MailProvider, Webhook, WebhookDelivery, WebTrackingAccount } from "../../api/messages";
import { paths } from "../../lib/paths";
import { loadDestinations } from "./destinations/loader";

export interface HubData {
  readonly websites: Settled<readonly WebTrackingAccount[]>;
  readonly providers: Settled<readonly MailProvider[]>;
  readonly webhooks: Settled<readonly Webhook[]>;
  readonly lists: Settled<readonly Destination[]>;
}

export interface WebhooksData {
  readonly items: readonly Webhook[];
  /** The limit of an account. */
  readonly limit: number;
}

export interface WebhookData {
  readonly webhook: Webhook;
  readonly deliveries: readonly WebhookDelivery[];
}

export interface WebData {
  readonly websites: readonly WebTrackingAccount[];
  readonly uids: readonly string[];
}

export interface MailData {
  readonly provider: MailProvider;
  readonly uids: readonly string[];
}

/** Loads all connections; each part may fail alone. */
export async function hubLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<HubData> {
  const api = context.get(apiContext);
  const [websites, providers, webhooks, lists] = await Promise.all([
    settle(
      clientOf(api, TrackingService)
        .listWebTrackingAccounts({}, { signal })
        .then(({ items }) => items),
    ),
    settle(
      clientOf(api, MailProviderService)
        .listMailProviders({}, { signal })
        .then(({ items }) => items),
    ),
    settle(loadWebhooks(api, signal).then(({ items }) => items)),
    settle(loadDestinations(api, signal).then(({ items }) => items)),
  ]);
  return { websites, providers, webhooks, lists };
}

/** Loads the websites, and the databases to which a website can be added. */
export async function webLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<WebData> {
  const api = context.get(apiContext);
  const [{ items }, uids] = await Promise.all([
    clientOf(api, TrackingService).listWebTrackingAccounts({}, { signal }),
    uidsOf(api, signal),
  ]);
  return { websites: items, uids };
}

/** Loads one provider. An unknown name leads to the list. */
export async function mailLoader({
  context,
  request: { signal },
  params,
}: LoaderFunctionArgs): Promise<MailData | Response> {
  const api = context.get(apiContext);
  const [{ items }, uids] = await Promise.all([
    clientOf(api, MailProviderService).listMailProviders({}, { signal }),
    uidsOf(api, signal),
  ]);
  const provider = items.find((one) => one.provider === params["provider"]);
  return provider ? { provider, uids } : redirect(paths.connections);
}

/** Loads the webhooks. */
export function webhooksLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<WebhooksData> {
  return loadWebhooks(context.get(apiContext), signal);
}

/** Loads one webhook with its deliveries. A removed one leads to the list. */
export async function webhookLoader({
  context,
  request: { signal },
  params,
}: LoaderFunctionArgs): Promise<WebhookData | Response> {
  return (await loadWebhook(context.get(apiContext), params["id"] ?? "", signal)) ?? redirect(paths.webhooks);
}

async function loadWebhooks(api: Api, signal: AbortSignal): Promise<WebhooksData> {
  const { items, limit } = await clientOf(api, WebhookService).listWebhooks({}, { signal });
  return { items, limit };
}

/** One webhook with its deliveries; undefined if it does not exist. */
export async function loadWebhook(api: Api, id: string, signal: AbortSignal): Promise<WebhookData | undefined> {
  const { items } = await loadWebhooks(api, signal);
  const webhook = items.find((one) => one.id === id);
  if (!webhook) return undefined;
  const { items: deliveries } = await clientOf(api, WebhookService).listWebhookDeliveries({ id }, { signal });
  return { webhook, deliveries };
}

async function uidsOf(api: Api, signal: AbortSignal): Promise<readonly string[]> {
  return (await loadDatabases(api, signal)).map(({ uid }) => uid);
}
