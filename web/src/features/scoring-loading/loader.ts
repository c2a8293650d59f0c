import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import type { Scoring } from "../../api/messages";

export interface LoadingData {
  readonly scoring: Scoring;
}

/** Loads the scoring that the address names (`id`). */
export function createLoadingLoader(api: Api) {
  return async ({ request }: LoaderFunctionArgs): Promise<LoadingData> => {
    const id = new URL(request.url).searchParams.get("id") ?? "";
    const { scoring } = await api.scorings.getScoring({ id }, { signal: request.signal });
    if (!scoring) throw new Error("a scoring without content");
    return { scoring };
  };
}
