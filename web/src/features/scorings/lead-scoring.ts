import type { Api } from "../../api/api";
import { leadIsOn } from "../../flags/flags";
import { useSessionStore } from "../../stores/session-store";

/** What the account has of lead scoring. Without the flag, outside the developer's mode, nothing is asked: it has none. */
export interface LeadScoring {
  /** Whether the account tracks a website; undefined when no answer came. A yes holds for the person and account. */
  readonly tracked: () => Promise<boolean | undefined>;
  /** Whether lead scoring is available: a website and a type of event are tracked; undefined when no answer came. */
  readonly available: (signal: AbortSignal) => Promise<boolean | undefined>;
}

export function createLeadScoring(api: Api): LeadScoring {
  let known: { readonly entry: string | undefined; readonly answer: Promise<boolean | undefined> } | undefined;
  const tracked = (): Promise<boolean | undefined> => {
    if (!leadIsOn()) return Promise.resolve(false);
    const { entry } = useSessionStore.getState();
    if (known && known.entry === entry) return known.answer;
    const asked = {
      entry,
      answer: api.tracking.listWebTrackingAccounts({}).then(
        ({ items }) => items.length > 0,
        () => undefined,
      ),
    };
    known = asked;
    // A website may be added at any time, so that only a yes is kept.
    void asked.answer.then((yes) => {
      if (yes !== true && known === asked) known = undefined;
    });
    return asked.answer;
  };
  const available = async (signal: AbortSignal): Promise<boolean | undefined> => {
    if (!leadIsOn()) return false;
    // The failed call was reported as every other; the index then leads where nothing depends on the answer.
    return api.scorings.getLead({}, { signal }).then(
      (lead) => lead.available,
      () => undefined,
    );
  };
  return { tracked, available };
}
