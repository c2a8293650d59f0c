import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import type { Scoring } from "../../api/messages";

export interface LoadingData {
  readonly scoring: Scoring;
}

/** Loads the scoring that the address names (`id`). */
export function createLoadingLoader(api: Api) {
  return ({ request: { url, signal } }: LoaderFunctionArgs): Promise<LoadingData> =>
    loadScoring(api, new URL(url).searchParams.get("id") ?? "", signal);
}

/** The same for a page that is there. */
export async function loadScoring(api: Api, id: string, signal: AbortSignal): Promise<LoadingData> {
  const { scoring } = await api.scorings.getScoring({ id }, { signal });
  if (!scoring) throw new Error("a scoring without content");
  return { scoring };
}
