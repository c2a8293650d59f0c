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
  /** False when the newest results could not be loaded: then no row has any. */
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
  /** How far an account is; undefined where a scoring has a result. */
  readonly start: Promise<Settled<Facts>> | undefined;
}

/** Loads the scorings; how far an account without any is comes later. */
export async function listLoader({ context, request: { signal } }: LoaderFunctionArgs): Promise<ListData> {
  const api = context.get(apiContext);
  const scorings = await loadScorings(api, signal);
  const start = scorings.rows.some(isFinished) ? undefined : settle(loadFacts(api, signal));
  return { ...scorings, start };
}

export interface ReportListData extends ScoringsData {
  /** Whether reports have two kinds: a website is tracked, or nobody can tell and no report may be out of reach. */
  readonly withLead: boolean;
}

/** Loads what the list of scorings shows, and beside it whether there are lead reports at all. */
export async function reportListLoader({ context, request }: LoaderFunctionArgs): Promise<ReportListData> {
  const api = context.get(apiContext);
  const [scorings, tracked] = await Promise.all([loadScorings(api, request.signal), tracksWebsites(api)]);
  return { ...scorings, withLead: tracked ?? true };
}

/** Turning a page or sorting asks the server nothing: every row is here already. */
export function revalidateScorings(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const onlyView = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return onlyView ? false : defaultShouldRevalidate;
}
