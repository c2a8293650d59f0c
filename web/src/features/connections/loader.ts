import { redirect, type LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { loadDatabases } from "../../stores/load-databases";
import { MailProviderService, TrackingService } from "../../api/services";
import { settle, type Settled } from "../../api/settled";
import type { MailProvider, WebTrackingAccount } from "../../api/messages";
import { paths } from "../../lib/paths";

export interface HubData {
  readonly websites: Settled<readonly WebTrackingAccount[]>;
  readonly providers: Settled<readonly MailProvider[]>;
}

export interface WebData {
  readonly websites: readonly WebTrackingAccount[];
  readonly uids: readonly string[];
}

export interface MailData {
  readonly provider: MailProvider;
  readonly uids: readonly string[];
}

/** Loads what is connected; either half may fail alone. */
export async function hubLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<HubData> {
  const api = context.get(apiContext);
  const [websites, providers] = await Promise.all([
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
  ]);
  return { websites, providers };
}

/** Loads the websites, and the databases that one may be added to. */
export async function webLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<WebData> {
  const api = context.get(apiContext);
  const [{ items }, uids] = await Promise.all([
    clientOf(api, TrackingService).listWebTrackingAccounts({}, { signal }),
    uidsOf(api, signal),
  ]);
  return { websites: items, uids };
}

/** Loads one provider. A name that none has leads to all of them. */
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

async function uidsOf(api: Api, signal: AbortSignal): Promise<readonly string[]> {
  return (await loadDatabases(api, signal)).map(({ uid }) => uid);
}
