import type { ActiveContent, BacktestContent, NewScoring, PreviewContent, ScoringContent } from "../../../api/messages";
import type { Channel } from "../../../lib/channel";
import type { Draft, SourceMarks } from "./draft";

/** The whole scoring, for a draft or an inactive one. */
export function toContent(draft: Draft): ScoringContent {
  return { id: draft.id, version: draft.version, status: draft.status, ...parts(draft) };
}

/** The same as a new draft of its own. */
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

/** Name and properties: all that an active scoring lets change. */
export function toActiveContent(draft: Draft): ActiveContent {
  const part = (channel: Channel) =>
    draft.channels.includes(channel) ? { [channel]: { exportToProperty: toExport(draft, channel) } } : {};
  return {
    id: draft.id,
    version: draft.version,
    name: draft.name,
    config: { ...part("mailing"), ...part("sms"), ...part("web") },
  };
}

/** Request to the rules; data sources go as they are marked. */
export function toPreview(draft: Draft, distribution: boolean): PreviewContent {
  const { id, guided } = draft;
  return { id, isCreatedByWizard: guided, config: toConfig(draft), distribution, ...toSelection(draft) };
}

/** Backtest request of one channel, beside its earlier settings. */
export function toBacktest(draft: Draft, before: Draft | undefined, channel: Channel): BacktestContent {
  return {
    isCreatedByWizard: draft.guided,
    config: toConfig(withoutExports(draft)),
    ...toSelection(draft),
    ...(before && { before: toConfig(withoutExports(before)) }),
    scoringType: channel,
  };
}

/** Which features receive scores changes no score. */
function withoutExports(draft: Draft): Draft {
  const bare = (channel: Channel) => ({ ...draft[channel], properties: [] });
  return { ...draft, mailing: bare("mailing"), sms: bare("sms"), web: bare("web") };
}

/** Input in a draft: two that agree here need no save. */
export function fingerprint(draft: Draft): string {
  return JSON.stringify({ ...toContent(draft), version: 0 });
}

function toConfig(draft: Draft) {
  const { mailing, sms, web, channels } = draft;
  return {
    daysAgo: draft.daysAgo,
    generateHistorical: draft.historical,
    ...(channels.includes("mailing") && {
      mailing: {
        weights: {
          or: decimal(mailing.weights["or"]),
          ctr: decimal(mailing.weights["ctr"]),
          delivery: decimal(mailing.weights["delivery"]),
        },
        ...toPart(draft, "mailing"),
        ...(draft.leaveOutMachines && { leaveOutMachines: true }),
      },
    }),
    ...(channels.includes("sms") && {
      sms: {
        weights: { ctr: decimal(sms.weights["ctr"]), delivery: decimal(sms.weights["delivery"]) },
        ...toPart(draft, "sms"),
      },
    }),
    ...(channels.includes("web") && {
      web: {
        weights: Object.fromEntries(Object.entries(web.weights).map(([name, weight]) => [name, decimal(weight)])),
        ...toPart(draft, "web"),
      },
    }),
  };
}

/** Fields that all channels have. */
function toPart(draft: Draft, channel: Channel) {
  return {
    percentile: draft[channel].percentile / 100,
    dataSources: draft.sources.map(toSource),
    exportToProperty: toExport(draft, channel),
  };
}

function toExport(draft: Draft, channel: Channel) {
  return { properties: draft[channel].properties.map(({ uid, propertyId }) => ({ uid, propertyId })) };
}

function toSource({ uid, whole, included, excluded }: SourceMarks) {
  return { uid, includedAll: whole, includedGroupIds: [...included], excludedGroupIds: [...excluded] };
}

/** Whole percent as the contract's decimal; "" where it is not set. */
function decimal(percent: number | undefined): string {
  return percent === undefined ? "" : (percent / 100).toFixed(2);
}

/** The shares of the guided way; a channel that is not chosen has none. */
function toSelection(draft: Draft) {
  if (!draft.guided) return {};
  const { channels, mailingShares, smsShares, webShares } = draft;
  return {
    predefinedConfigSelection: {
      ...(channels.includes("mailing") && {
        mailing: [...mailingShares.shares],
        mailingTypes: [...mailingShares.types],
      }),
      ...(channels.includes("sms") && { sms: [...smsShares.shares], smsTypes: [...smsShares.types] }),
      ...(channels.includes("web") && { web: { ...webShares } }),
    },
  };
}
