import type { LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { RunService, ScoringService } from "../../api/services";
import { settle } from "../../api/settled";
import type { Scoring } from "../../api/messages";
import { secondsOf } from "../../i18n/duration";
import { findScoring } from "../one-scoring";

export interface LoadingData {
  readonly scoring: Scoring;
}

export interface LoadingPageData extends LoadingData {
  /** The seconds of the longest of its last calculations, at least 1; undefined before the first one, or if they are unknown. */
  readonly longest: Promise<number | undefined>;
}

/** Loads the scoring in the address (`id`); without one it leads to the index. The durations load later. */
export async function loadingLoader({ context, request }: LoaderFunctionArgs): Promise<LoadingPageData> {
  const api = context.get(apiContext);
  const scoring = await findScoring(api, request);
  return { scoring, longest: longestOf(api, scoring.id, request.signal) };
}

const LAST = 10;

async function longestOf(api: Api, scoringId: string, signal: AbortSignal): Promise<number | undefined> {
  const query = { scoringId, outcome: "done", page: 1, pageSize: LAST };
  const { value } = await settle(clientOf(api, RunService).listRuns(query, { signal }));
  const durations = (value?.items ?? []).flatMap((run) => secondsOf(run) ?? []);
  return durations.length === 0 ? undefined : Math.max(1, ...durations);
}

/** The same for an open page. */
export async function loadScoring(api: Api, id: string, signal: AbortSignal): Promise<LoadingData> {
  const { scoring } = await clientOf(api, ScoringService).getScoring({ id }, { signal });
  if (!scoring) throw new Error("a scoring without content");
  return { scoring };
}
