import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import type { Run } from "../../api/messages";
import { usePreferenceStore } from "../../stores/preference-store";
import { PAGE_SIZES, readView, type RunsView } from "./view";

export interface RunsData {
  readonly items: readonly Run[];
  /** Of all pages. */
  readonly total: number;
  readonly view: RunsView;
  readonly pageSize: number;
}

/** Loads the page of the list that the address asks for; one beyond the last is the last. */
export function createRunsLoader(api: Api) {
  return async ({ request: { url, signal } }: LoaderFunctionArgs): Promise<RunsData> => {
    const view = readView(new URL(url).searchParams);
    const pageSize = view.pageSize ?? Math.min(usePreferenceStore.getState().pageSize, PAGE_SIZES[2]);
    const { outcome = "", scoring: scoringId = "" } = view;
    const ask = (page: number) => api.runs.listRuns({ scoringId, outcome, page, pageSize }, { signal });
    let { items, total } = await ask(view.page);
    const last = Math.max(1, Math.ceil(total / pageSize));
    if (view.page > last) ({ items, total } = await ask(last));
    return { items, total, view: { ...view, page: Math.min(view.page, last) }, pageSize };
  };
}
