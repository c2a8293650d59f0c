import { redirect, type LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import type { Destination, DestinationRun } from "../../../api/messages";
import { DestinationService, ScoringService } from "../../../api/services";
import { channelsOf, type Channel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import { DRAFT } from "../../../lib/status";

/** A scoring that a destination can use. */
export interface ScoringChoice {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly Channel[];
}

export interface DestinationsData {
  readonly items: readonly Destination[];
  /** The maximum number of destinations of an account. */
  readonly limit: number;
  readonly scorings: readonly ScoringChoice[];
}

export interface DestinationData {
  readonly destination: Destination;
  readonly runs: readonly DestinationRun[];
  readonly scorings: readonly ScoringChoice[];
}

async function loadScorings(api: Api, signal: AbortSignal): Promise<readonly ScoringChoice[]> {
  const { items } = await clientOf(api, ScoringService).listScorings({}, { signal });
  return items
    .filter(({ status }) => status !== DRAFT)
    .map((scoring) => ({ id: scoring.id, name: scoring.name, channels: channelsOf(scoring.config) }))
    .filter(({ channels }) => channels.length > 0);
}

/** Loads the destinations. */
export async function loadDestinations(
  api: Api,
  signal: AbortSignal,
): Promise<Pick<DestinationsData, "items" | "limit">> {
  const { items, limit } = await clientOf(api, DestinationService).listDestinations({}, { signal });
  return { items, limit };
}

/** Loads the destinations, and the scorings for new ones. */
export async function destinationsLoader({
  context,
  request: { signal },
}: LoaderFunctionArgs): Promise<DestinationsData> {
  const api = context.get(apiContext);
  const [lists, scorings] = await Promise.all([loadDestinations(api, signal), loadScorings(api, signal)]);
  return { ...lists, scorings };
}

/** Loads one destination and its runs. A deleted one redirects to the others. */
export async function destinationLoader({
  context,
  request: { signal },
  params,
}: LoaderFunctionArgs): Promise<DestinationData | Response> {
  const api = context.get(apiContext);
  const [found, scorings] = await Promise.all([
    loadDestination(api, params["id"] ?? "", signal),
    loadScorings(api, signal),
  ]);
  return found ? { ...found, scorings } : redirect(paths.destinations);
}

/** One destination with its runs; undefined if it does not exist. */
export async function loadDestination(
  api: Api,
  id: string,
  signal: AbortSignal,
): Promise<Pick<DestinationData, "destination" | "runs"> | undefined> {
  const { items } = await loadDestinations(api, signal);
  const destination = items.find((one) => one.id === id);
  if (!destination) return undefined;
  const { items: runs } = await clientOf(api, DestinationService).listDestinationRuns({ id }, { signal });
  return { destination, runs };
}
