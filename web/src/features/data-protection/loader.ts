import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { DataProtectionService } from "../../api/services";
import type { EventLogEntry, FindPersonResponse } from "../../api/messages";
import { settle, type Settled } from "../../api/settled";
import { wantDatabaseNames } from "../../stores/database-names";
import { usePreferenceStore } from "../../stores/preference-store";
import { searchText } from "../../stores/search-store";
import { readView, type LogView } from "./view";
import { loadWithin } from "../../lib/page-sizes";

export interface LogData {
  readonly items: readonly EventLogEntry[];
  /** The number of entries on all pages. */
  readonly total: number;
  readonly view: LogView;
  readonly pageSize: number;
}

/** Loads the page of the log in the URL; a page beyond the last is the last. */
export async function logLoader({ context, request: { url, signal } }: LoaderFunctionArgs): Promise<LogData> {
  const api = context.get(apiContext);
  void wantDatabaseNames(api);
  const view = readView(new URL(url).searchParams);
  const pageSize = view.pageSize ?? usePreferenceStore.getState().pageSize;
  const client = clientOf(api, DataProtectionService);
  const [{ items, total }, page] = await loadWithin(view.page, pageSize, (page) =>
    client.listEntries({ kind: view.kind ?? "", ...view.days, page, pageSize }, { signal }),
  );
  return { items, total, view: { ...view, page }, pageSize };
}

export interface PersonData {
  /** The searched address; empty before a search. */
  readonly address: string;
  readonly found: Settled<FindPersonResponse> | undefined;
}

/** Loads the stored data of the typed address, if any. */
export async function personLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<PersonData> {
  const api = context.get(apiContext);
  const address = searchText("person") ?? "";
  if (address === "") return { address, found: undefined };
  void wantDatabaseNames(api);
  return { address, found: await settle(clientOf(api, DataProtectionService).findPerson({ address }, { signal })) };
}
