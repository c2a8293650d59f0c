import type { GetPredefinedWeightsResponse } from "../../../api/messages";
import type { MessageChannel } from "../../../lib/channel";
import { DRAFT } from "../../../lib/status";
import { evenShares, ratesIn, type Draft, type ShareDraft, type Weights } from "./draft";

export function categoriesOf(channel: MessageChannel, constants: GetPredefinedWeightsResponse): readonly string[] {
  return constants[`${channel}Categories`];
}

/** Default weights of a type of communication. */
export function weightsOfType(channel: MessageChannel, type: string, constants: GetPredefinedWeightsResponse): Weights {
  return ratesIn(constants[channel][type]);
}

export function sharesIn(draft: Draft, channel: MessageChannel): ShareDraft {
  return draft.shares[channel];
}

export function withShares(draft: Draft, channel: MessageChannel, shares: ShareDraft): Partial<Draft> {
  return { shares: { ...draft.shares, [channel]: shares } };
}

export function sumOf({ shares }: ShareDraft): number {
  return shares.reduce((sum, share) => sum + share, 0);
}

/** Splits 100% in proportion to the counts of the types, in their order, rounded by the largest remainders. */
export function sharesByCounts(of: ShareDraft, counts: readonly number[]): ShareDraft {
  const sum = counts.reduce((total, count) => total + count, 0);
  const shares = counts.map((count) => Math.floor((100 * count) / sum));
  const left = 100 - shares.reduce((total, share) => total + share, 0);
  const remainder = (at: number): number => ((100 * (counts[at] ?? 0)) / sum) % 1;
  const raised = new Set([...counts.keys()].sort((a, b) => remainder(b) - remainder(a)).slice(0, left));
  return { ...of, shares: shares.map((share, at) => share + (raised.has(at) ? 1 : 0)) };
}

/** Sets one type's share and leaves the others. */
export function setShare(of: ShareDraft, categories: readonly string[], type: string, share: number): ShareDraft {
  return { ...of, shares: categories.map((name, at) => (name === type ? share : (of.shares[at] ?? 0))) };
}

/**
 * Switches a type on or off. Shares that were not shown yet are split evenly; afterwards the others keep theirs. A
 * removed type leaves its share free, and an added one takes `back` if there is room.
 */
export function switchType(
  draft: Draft,
  channel: MessageChannel,
  constants: GetPredefinedWeightsResponse,
  type: string,
  on: boolean,
  back: number,
): ShareDraft {
  const categories = categoriesOf(channel, constants);
  const before = sharesIn(draft, channel);
  const types = categories.filter((name) => (name === type ? on : before.types.includes(name)));
  if ((draft.status === DRAFT && draft.step < 3) || types.length === 1) return evenShares(types, categories);
  const share = on && sumOf(before) + back <= 100 ? back : 0;
  return { ...setShare(before, categories, type, share), types };
}

/** The single change that makes the sum 100: the smallest share is raised, or the largest lowered. */
export function mendOf(of: ShareDraft, categories: readonly string[]): { type: string; by: number } | undefined {
  const by = 100 - sumOf(of);
  const sent = categories
    .map((type, at) => ({ type, share: of.shares[at] ?? 0 }))
    .filter(({ type }) => of.types.includes(type))
    .sort((a, b) => a.share - b.share);
  const chosen = by > 0 ? sent[0] : sent.at(-1);
  return by === 0 || !chosen || chosen.share + by < 0 ? undefined : { type: chosen.type, by };
}
