import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { clientOf } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { ContactsService, ScoringService, TrackingService } from "../../api/services";
import type {
  GetLeadResponse,
  GetPredefinedWeightsResponse,
  Group,
  Property,
  Scoring,
  WebTrackingAccount,
} from "../../api/messages";
import { findScoring } from "../one-scoring";
import { loadDatabases } from "../../stores/load-databases";

/** The scoring of the editor, and its choices. */
export interface EditorData {
  readonly scoring: Scoring;
  readonly constants: GetPredefinedWeightsResponse;
  /** The account's uids with their numbers of contacts, in ascending order. */
  readonly databases: readonly { readonly uid: string; readonly contactCount: number }[];
  /** Groups of all uids, by uid and name. */
  readonly groups: readonly Group[];
  /** Properties of all uids, by uid and name. */
  readonly properties: readonly Property[];
  /** Undefined for a scoring of e-mail and SMS. */
  readonly lead: GetLeadResponse | undefined;
  /** Tracked websites, by uid and domain; none for a scoring of e-mail and SMS. */
  readonly websites: readonly WebTrackingAccount[];
}

/** Loads the scoring in the address (`id`) and all its choices; without an id it leads to the index. */
export async function editorLoader({ context, request }: LoaderFunctionArgs): Promise<EditorData> {
  const api = context.get(apiContext);
  const options = { signal: request.signal };
  const loading = findScoring(api, request);
  const [scoring, constants, databases, groups, properties, lead, tracked] = await Promise.all([
    loading,
    clientOf(api, ScoringService).getPredefinedWeights({}, options),
    loadDatabases(api, request.signal),
    clientOf(api, ContactsService).listGroups({}, options),
    clientOf(api, ContactsService).listProperties({}, options),
    loading.then(({ config }) => (config?.web ? clientOf(api, ScoringService).getLead({}, options) : undefined)),
    loading.then(({ config }) =>
      config?.web ? clientOf(api, TrackingService).listWebTrackingAccounts({}, options) : undefined,
    ),
  ]);
  return {
    scoring,
    constants,
    databases,
    groups: flat(groups.uids),
    properties: flat(properties.uids),
    lead,
    websites: tracked?.items ?? [],
  };
}

function flat<T>(uids: Readonly<Record<string, { readonly items: readonly T[] }>>): T[] {
  return Object.keys(uids)
    .sort()
    .flatMap((uid) => uids[uid]?.items ?? []);
}

/** Changing the page of the editor needs no call: all pages edit the same scoring, which is in the store. */
export function revalidateEditor({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.searchParams.get("id") !== nextUrl.searchParams.get("id");
}
