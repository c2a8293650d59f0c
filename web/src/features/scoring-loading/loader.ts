import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import type { Scoring } from "../../api/messages";
import { findScoring } from "../one-scoring";

export interface LoadingData {
  readonly scoring: Scoring;
}

/** Loads the scoring that the address names (`id`); without one it leads to the index. */
export function createLoadingLoader(api: Api) {
  return async ({ request }: LoaderFunctionArgs): Promise<LoadingData> => ({
    scoring: await findScoring(api, request),
  });
}

/** The same for a page that is there. */
export async function loadScoring(api: Api, id: string, signal: AbortSignal): Promise<LoadingData> {
  const { scoring } = await api.scorings.getScoring({ id }, { signal });
  if (!scoring) throw new Error("a scoring without content");
  return { scoring };
}
