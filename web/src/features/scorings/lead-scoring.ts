import { clientOf, type Api } from "../../api/api";
import { ScoringService, TrackingService } from "../../api/services";
import { leadIsOn } from "../../flags/flags";
import { useSessionStore } from "../../stores/session-store";

interface Known {
  readonly entry: string | undefined;
  readonly answer: Promise<boolean | undefined>;
}

const known = new WeakMap<Api, Known>();

/**
 * Whether the account tracks a website; undefined without a response. True is cached for the user and account. Without
 * the flag, outside developer mode, it is false without a call.
 */
export function tracksWebsites(api: Api): Promise<boolean | undefined> {
  if (!leadIsOn()) return Promise.resolve(false);
  const { entry } = useSessionStore.getState();
  const before = known.get(api);
  if (before && before.entry === entry) return before.answer;
  const answer = clientOf(api, TrackingService)
    .listWebTrackingAccounts({})
    .then(
      ({ items }) => items.length > 0,
      () => undefined,
    );
  const asked = { entry, answer };
  known.set(api, asked);
  // A website may be added at any time, so only true is cached.
  void answer.then((yes) => {
    if (yes !== true && known.get(api) === asked) known.delete(api);
  });
  return answer;
}

/** Whether lead scoring is available: a website and a type of event are tracked; undefined without a response. */
export async function hasLeadScoring(api: Api, signal: AbortSignal): Promise<boolean | undefined> {
  if (!leadIsOn()) return false;
  // The failed call was reported like every other; the index then leads to a page that does not depend on the response.
  return clientOf(api, ScoringService)
    .getLead({}, { signal })
    .then(
      (lead) => lead.available,
      () => undefined,
    );
}
