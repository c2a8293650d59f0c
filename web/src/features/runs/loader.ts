import type { LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { RunService } from "../../api/services";
import type { CurrentCalculation, Run } from "../../api/messages";
import { usePreferenceStore } from "../../stores/preference-store";
import { PAGE_SIZES, readView, type RunsView } from "./view";
import { loadWithin } from "../../lib/page-sizes";

export interface RunsData {
  readonly items: readonly Run[];
  /** Waiting and running calculations, for the first page of all outcomes. */
  readonly current: readonly CurrentCalculation[];
  /** The number of runs on all pages. */
  readonly total: number;
  readonly view: RunsView;
  readonly pageSize: number;
}

/** Loads the page of the list named in the address; one beyond the last is the last. */
export function runsLoader({ context, request: { url, signal } }: LoaderFunctionArgs): Promise<RunsData> {
  return loadRuns(context.get(apiContext), new URL(url).searchParams, signal);
}

/** The same for an open page. */
export async function loadRuns(api: Api, search: URLSearchParams, signal: AbortSignal): Promise<RunsData> {
  const view = readView(search);
  const pageSize = view.pageSize ?? Math.min(usePreferenceStore.getState().pageSize, PAGE_SIZES[2]);
  const { outcome = "", reason = "", scoring: scoringId = "", days } = view;
  const [{ items, total, current }, page] = await loadWithin(view.page, pageSize, (page) =>
    clientOf(api, RunService).listRuns({ scoringId, outcome, reason, ...days, page, pageSize }, { signal }),
  );
  return { items, total, current, view: { ...view, page }, pageSize };
}
