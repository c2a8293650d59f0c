import type { LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ContactsService } from "../../../api/services";
import { settle, type Settled } from "../../../api/settled";
import type { Group, Property } from "../../../api/messages";
import { loadDatabases } from "../../../stores/load-databases";

export interface NewContactData {
  /** Uids of the account. */
  readonly databases: readonly string[];
  readonly choices: Settled<Choices>;
}

/** The groups and features of all databases, to choose from. */
export interface Choices {
  readonly groups: readonly Group[];
  readonly features: readonly Property[];
}

/** Loads the choices for a new contact, which can also be created without them. */
export async function newContactLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<NewContactData> {
  const api = context.get(apiContext);
  const choices = loadChoices(api, signal);
  const databases = await loadDatabases(api, signal);
  return { databases: databases.map(({ uid }) => uid), choices: await choices };
}

/** Loads the groups and features of all databases. */
export function loadChoices(api: Api, signal?: AbortSignal): Promise<Settled<Choices>> {
  const options = signal ? { signal } : {};
  const all = <T>(uids: Readonly<Record<string, { readonly items: readonly T[] }>>): readonly T[] =>
    Object.values(uids).flatMap(({ items }) => items);
  return settle(
    Promise.all([
      clientOf(api, ContactsService).listGroups({}, options),
      clientOf(api, ContactsService).listProperties({}, options),
    ]).then(([groups, features]) => ({ groups: all(groups.uids), features: all(features.uids) })),
  );
}
