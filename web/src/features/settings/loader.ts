import type { LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { AccountService } from "../../api/services";
import { settle, type Settled } from "../../api/settled";
import { toFault } from "../../api/fault";
import type { AccountUser, GetApiKeyResponse, GetSettingsResponse, Timezone } from "../../api/messages";
import { isOn } from "../../flags/flags";
import { loadLasting, type Lasting } from "./access/model";

export interface SettingsData {
  readonly settings: GetSettingsResponse;
  readonly timezones: readonly Timezone[];
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  /** Undefined if the account has no key, or keys are not available for it. */
  readonly apiKey: GetApiKeyResponse | undefined;
  /** Loads later, as do the users with access to the account. */
  readonly lasting: Promise<Settled<Lasting>>;
  readonly users: Promise<Settled<readonly AccountUser[]>>;
}

/** Loads the settings and their choices. The key is loaded only if its flag is on. */
export async function settingsLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<SettingsData> {
  const api = context.get(apiContext);
  const [settings, timezones, languages, apiKey] = await Promise.all([
    clientOf(api, AccountService).getSettings({}, { signal }),
    clientOf(api, AccountService).listTimezones({}, { signal }),
    clientOf(api, AccountService).listLanguages({}, { signal }),
    isOn("ff_api_key") ? loadKey(api, signal) : undefined,
  ]);
  const users = clientOf(api, AccountService).listUsers({}, { signal });
  return {
    settings,
    timezones: timezones.items,
    languages: languages.items,
    apiKey,
    lasting: loadLasting(api, signal),
    users: settle(users.then(({ items }) => items)),
  };
}

async function loadKey(api: Api, signal: AbortSignal): Promise<GetApiKeyResponse | undefined> {
  try {
    return await clientOf(api, AccountService).getApiKey({}, { signal });
  } catch (thrown) {
    if (toFault(thrown).httpStatus === 404) return undefined;
    throw thrown;
  }
}
