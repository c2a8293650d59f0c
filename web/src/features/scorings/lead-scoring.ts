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
 * Whether the account tracks a website; undefined when no answer came. A yes holds for the user and account. Without the
 * flag, outside the developer's mode, nothing is asked: it has none.
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
  // A website may be added at any time, so that only a yes is kept.
  void answer.then((yes) => {
    if (yes !== true && known.get(api) === asked) known.delete(api);
  });
  return answer;
}

/** Whether lead scoring is available: a website and a type of event are tracked; undefined when no answer came. */
export async function hasLeadScoring(api: Api, signal: AbortSignal): Promise<boolean | undefined> {
  if (!leadIsOn()) return false;
  // The failed call was reported as every other; the index then leads where nothing depends on the answer.
  return clientOf(api, ScoringService)
    .getLead({}, { signal })
    .then(
      (lead) => lead.available,
      () => undefined,
    );
}
