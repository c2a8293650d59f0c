import { redirect, type LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
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
export function createHubLoader(api: Api) {
  return async ({ request: { signal } }: LoaderFunctionArgs): Promise<HubData> => {
    const [websites, providers] = await Promise.all([
      settle(api.tracking.listWebTrackingAccounts({}, { signal }).then(({ items }) => items)),
      settle(api.mailProviders.listMailProviders({}, { signal }).then(({ items }) => items)),
    ]);
    return { websites, providers };
  };
}

/** Loads the websites, and the databases that one may be added to. */
export function createWebLoader(api: Api) {
  return async ({ request: { signal } }: LoaderFunctionArgs): Promise<WebData> => {
    const [{ items }, uids] = await Promise.all([
      api.tracking.listWebTrackingAccounts({}, { signal }),
      uidsOf(api, signal),
    ]);
    return { websites: items, uids };
  };
}

/** Loads one provider. A name that none has leads to all of them. */
export function createMailLoader(api: Api) {
  return async ({ request: { signal }, params }: LoaderFunctionArgs): Promise<MailData | Response> => {
    const [{ items }, uids] = await Promise.all([
      api.mailProviders.listMailProviders({}, { signal }),
      uidsOf(api, signal),
    ]);
    const provider = items.find((one) => one.provider === params["provider"]);
    return provider ? { provider, uids } : redirect(paths.connections);
  };
}

async function uidsOf(api: Api, signal: AbortSignal): Promise<readonly string[]> {
  const { items } = await api.contacts.listDatabases({}, { signal });
  return items.map(({ uid }) => uid);
}
