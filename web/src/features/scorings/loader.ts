import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { ReportService, ScoringService } from "../../api/services";
import { settle, type Settled } from "../../api/settled";
import { useScoringsStore } from "../../stores/scorings-store";
import { loadFacts, type Facts } from "../next-step";
import { tracksWebsites } from "./lead-scoring";
import { isFinished, toRows, type ScoringRow } from "./rows";

export interface ScoringsData {
  readonly rows: readonly ScoringRow[];
  /** False if the newest results could not be loaded; no row has any then. */
  readonly resultsLoaded: boolean;
}

/** Loads the scorings, their newest results and their averages by week. Failing results do not hide the scorings. */
export async function loadScorings(api: Api, signal: AbortSignal): Promise<ScoringsData> {
  const reports = clientOf(api, ReportService);
  const results = Promise.all([
    settle(reports.listSummaries({}, { signal })),
    settle(reports.listWeeklyAverages({}, { signal })),
  ]);
  const { items } = await clientOf(api, ScoringService).listScorings({}, { signal });
  useScoringsStore.setState({ scorings: items });
  const [summaries, averages] = await results;
  const rows = toRows(items, summaries.value?.items ?? [], averages.value?.items ?? []);
  return { rows, resultsLoaded: summaries.value !== undefined && averages.value !== undefined };
}

export interface ListData extends ScoringsData {
  /** The progress of the account; undefined if a scoring has a result. */
  readonly start: Promise<Settled<Facts>> | undefined;
}

/** Loads the scorings; the progress of an account without results loads later. */
export async function listLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<ListData> {
  const api = context.get(apiContext);
  const scorings = await loadScorings(api, signal);
  const start = scorings.rows.some(isFinished) ? undefined : settle(loadFacts(api, signal));
  return { ...scorings, start };
}

export interface ReportListData extends ScoringsData {
  /**
   * Whether there are two kinds of reports: a website is tracked, or that is unknown and no report may become
   * unreachable.
   */
  readonly withLead: boolean;
}

/** Loads the list of scorings, and whether there are lead reports at all. */
export async function reportListLoader({ context, request }: LoaderFunctionArgs): Promise<ReportListData> {
  const api = context.get(apiContext);
  const [scorings, tracked] = await Promise.all([loadScorings(api, request.signal), tracksWebsites(api)]);
  return { ...scorings, withLead: tracked ?? true };
}

/** Changing the page or the order needs no call: every row is loaded already. */
export function revalidateScorings(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const onlyView = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return onlyView ? false : defaultShouldRevalidate;
}
