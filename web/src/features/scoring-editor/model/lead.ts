import type { GetLeadResponse, WebTrackingAccount } from "../../../api/messages";
import { isLead, type Draft, type SourceMarks, type Weights } from "./draft";

/** Choices of a lead scoring. */
export interface LeadData {
  readonly lead: GetLeadResponse | undefined;
  readonly websites: readonly Pick<WebTrackingAccount, "uid" | "domain">[];
}

/** The share of each type of event, in percent: in a guided scoring the source of the weights, else the weights. */
export function eventShares(draft: Draft): Weights {
  return draft.guided ? draft.webShares : draft.web.weights;
}

export function withEventShares(draft: Draft, shares: Weights): Partial<Draft> {
  return draft.guided ? { webShares: shares } : { web: { ...draft.web, weights: shares } };
}

/** Shares that rise with each step towards a purchase: one part for the first, two for the second. */
export function risingShares(types: readonly string[]): Weights {
  const parts = (types.length * (types.length + 1)) / 2;
  const shares = types.slice(0, -1).map((_, at) => Math.floor((100 * (at + 1)) / parts));
  const rest = 100 - shares.reduce((sum, share) => sum + share, 0);
  return Object.fromEntries(types.map((type, at) => [type, shares[at] ?? rest]));
}

/** A lead scoring for the editor: without choices, it gets the even split and all tracked websites. */
export function withLead(draft: Draft, { lead, websites }: LeadData): Draft {
  if (!isLead(draft) || !lead) return draft;
  const chosen = Object.keys(eventShares(draft)).length > 0;
  return {
    ...draft,
    ...(chosen ? {} : withEventShares(draft, lead.shares)),
    sources: draft.sources.length > 0 ? draft.sources : trackedUids(websites).map(wholeUid),
  };
}

/** Uids with a tracked website, in order. */
export function trackedUids(websites: LeadData["websites"]): readonly string[] {
  return [...new Set(websites.map(({ uid }) => uid))].sort();
}

/** Includes a whole uid, or removes it. */
export function takeUid(sources: readonly SourceMarks[], uid: string, taken: boolean): readonly SourceMarks[] {
  const others = sources.filter((source) => source.uid !== uid);
  return taken ? [...others, wholeUid(uid)].sort((a, b) => a.uid.localeCompare(b.uid)) : others;
}

function wholeUid(uid: string): SourceMarks {
  return { uid, whole: true, included: [], excluded: [] };
}
