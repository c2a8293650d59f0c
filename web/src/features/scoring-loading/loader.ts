import type { LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { ScoringService } from "../../api/services";
import type { Scoring } from "../../api/messages";
import { findScoring } from "../one-scoring";

export interface LoadingData {
  readonly scoring: Scoring;
}

/** Loads the scoring in the address (`id`); without one it leads to the index. */
export async function loadingLoader({ context, request }: LoaderFunctionArgs): Promise<LoadingData> {
  return { scoring: await findScoring(context.get(apiContext), request) };
}

/** The same for an open page. */
export async function loadScoring(api: Api, id: string, signal: AbortSignal): Promise<LoadingData> {
  const { scoring } = await clientOf(api, ScoringService).getScoring({ id }, { signal });
  if (!scoring) throw new Error("a scoring without content");
  return { scoring };
}
