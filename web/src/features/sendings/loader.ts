import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { SendingService } from "../../api/services";
import type { Database, ListSendingsResponse, SentMessage } from "../../api/messages";
import { changeSearch } from "../../lib/search";
import { loadWithin } from "../../lib/page-sizes";
import { loadDatabases } from "../../stores/load-databases";
import { usePreferenceStore } from "../../stores/preference-store";
import { periodBefore } from "./days";
import type { ChannelCounts } from "./rates";
import { readView, type SendingsView } from "./view";

interface Shared {
  readonly view: SendingsView;
  /** The account's databases; empty if they could not be loaded, and then there is no choice. */
  readonly databases: readonly string[];
  readonly pageSize: number;
}

export interface SendingsData extends Shared {
  readonly answer: ListSendingsResponse;
  /** Whether the account has no data in any period. */
  readonly blank: boolean;
  /** The sendings of the period before, with as many days; undefined without a comparison, or if loading fails. */
  readonly before: Promise<ListSendingsResponse | undefined> | undefined;
}

export interface DayData extends Shared {
  readonly date: string;
  readonly items: readonly SentMessage[];
  readonly total: number;
  /** The counts of all pages in parts, each of one channel; empty if loading them fails. */
  readonly all: readonly ChannelCounts[];
}

/** Loads the sendings for the address: every row of the days; paging happens in the browser. */
export async function sendingsLoader({ context, request }: LoaderFunctionArgs): Promise<SendingsData> {
  const api = context.get(apiContext);
  const { signal } = request;
  const shared = readShared(api, request);
  const { start = "", end = "" } = shared.view;
  const query = { ...queryOf(shared.view), start, end };
  const answer = await clientOf(api, SendingService).listSendings(query, { signal });
  const databases = await shared.databases;
  const blank = databases.length > 0 && databases.every(({ importedAt, contactCount }) => !importedAt && !contactCount);
  const earlier = answer.total && { ...query, ...periodBefore(answer.start, answer.end) };
  const before =
    earlier &&
    clientOf(api, SendingService)
      .listSendings(earlier, { signal })
      .catch(() => undefined);
  return { ...shared, databases: uidsOf(databases), answer, blank, before };
}

/** Loads a page of the messages of the day in the address. */
export async function dayLoader({ context, request, params }: LoaderFunctionArgs): Promise<DayData> {
  const api = context.get(apiContext);
  const { signal } = request;
  const shared = readShared(api, request);
  const { pageSize, view } = shared;
  const date = params["date"] ?? "";
  const [{ items, total }, page] = await loadWithin(view.page, pageSize, (page) =>
    clientOf(api, SendingService).listSentMessages({ ...queryOf(view), date, page, pageSize }, { signal }),
  );
  const day = { ...queryOf(view), start: date, end: date };
  const all =
    items.length === total
      ? items
      : await clientOf(api, SendingService)
          .listSendings(day, { signal })
          .then((answer) => answer.items)
          .catch(() => []);
  return { ...shared, view: { ...view, page }, databases: uidsOf(await shared.databases), date, items, total, all };
}

function uidsOf(databases: readonly Database[]): string[] {
  return databases.map(({ uid }) => uid);
}

function readShared(api: Api, { url, signal }: Request) {
  const view = readView(new URL(url).searchParams);
  const databases = loadDatabases(api, signal).catch((): readonly Database[] => []);
  return { view, databases, pageSize: view.pageSize ?? usePreferenceStore.getState().pageSize };
}

/** The filters as fields of a request. */
export function queryOf({ channel, category, uids }: SendingsView): {
  scoringType: string;
  category: string;
  uids: string[];
} {
  return { scoringType: channel ?? "", category: category ?? "", uids: [...uids] };
}

/** Another page of the days needs no call: every row is loaded already. */
export function revalidateSendings({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const asked = ({ pathname, searchParams }: URL): string => pathname + changeSearch(searchParams, { page: undefined });
  const onlyPage = currentUrl.href !== nextUrl.href && asked(currentUrl) === asked(nextUrl);
  return onlyPage ? false : defaultShouldRevalidate;
}
