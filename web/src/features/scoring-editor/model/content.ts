import type { ActiveContent, BacktestContent, NewScoring, PreviewContent, ScoringContent } from "../../../api/messages";
import { byChannel, CHANNELS, isMessageChannel, type Channel } from "../../../lib/channel";
import type { Draft, SourceMarks } from "./draft";

/** The content of a draft or an inactive scoring. */
export function toContent(draft: Draft): ScoringContent {
  return { id: draft.id, version: draft.version, status: draft.status, ...parts(draft) };
}

/** The same as a new draft. */
export function toNew(draft: Draft): NewScoring {
  return parts(draft);
}

function parts(draft: Draft) {
  return {
    name: draft.name,
    lastDraftStep: draft.step,
    isCreatedByWizard: draft.guided,
    config: toConfig(draft),
    ...toSelection(draft),
  };
}

/** Name and properties: the only parts that can change in an active scoring. */
export function toActiveContent(draft: Draft): ActiveContent {
  return {
    id: draft.id,
    version: draft.version,
    name: draft.name,
    config: byChannel(draft.channels, (channel) => ({ exportToProperty: toExport(draft, channel) })),
  };
}

/** Request to the rules; data sources are sent as marked. */
export function toPreview(draft: Draft, distribution: boolean): PreviewContent {
  const { id, guided } = draft;
  return { id, isCreatedByWizard: guided, config: toConfig(draft), distribution, ...toSelection(draft) };
}

/** Backtest request of one channel, together with its earlier settings. */
export function toBacktest(draft: Draft, before: Draft | undefined, channel: Channel): BacktestContent {
  return {
    isCreatedByWizard: draft.guided,
    config: toConfig(withoutExports(draft)),
    ...toSelection(draft),
    ...(before && { before: toConfig(withoutExports(before)) }),
    scoringType: channel,
  };
}

/** The draft without the features that receive scores, which do not affect scores. */
export function withoutExports(draft: Draft): Draft {
  return { ...draft, ...byChannel(CHANNELS, (channel) => ({ ...draft[channel], properties: [] })) };
}

/** Input in a draft: drafts with equal fingerprints need no save. */
export function fingerprint(draft: Draft): string {
  return JSON.stringify({ ...toContent(draft), version: 0 });
}

function toConfig(draft: Draft) {
  return {
    daysAgo: draft.daysAgo,
    generateHistorical: draft.historical,
    ...byChannel(draft.channels, (channel) => toPart(draft, channel)),
  };
}

function toPart(draft: Draft, channel: Channel) {
  const { weights } = draft[channel];
  return {
    weights: Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, decimal(weight)])),
    percentile: draft[channel].percentile / 100,
    dataSources: (draft.apart[channel] ?? draft.sources).map(toSource),
    exportToProperty: toExport(draft, channel),
    ...(channel === "mailing" && draft.leaveOutMachines && { leaveOutMachines: true }),
  };
}

function toExport(draft: Draft, channel: Channel) {
  return { properties: draft[channel].properties.map(({ uid, propertyId }) => ({ uid, propertyId })) };
}

function toSource({ uid, whole, included, excluded }: SourceMarks) {
  return { uid, includedAll: whole, includedGroupIds: [...included], excludedGroupIds: [...excluded] };
}

/** Converts whole percent to the contract's decimal. */
function decimal(percent: number): string {
  return (percent / 100).toFixed(2);
}

/** The shares of a guided scoring; a channel that is not chosen has none. */
function toSelection(draft: Draft) {
  if (!draft.guided) return {};
  const { channels, shares, webShares } = draft;
  const sending = channels.filter(isMessageChannel);
  return {
    predefinedConfigSelection: {
      ...byChannel(sending, (channel) => [...shares[channel].shares]),
      ...Object.fromEntries(sending.map((channel) => [`${channel}Types`, [...shares[channel].types]])),
      ...(channels.includes("web") && { web: { ...webShares } }),
    },
  };
}
