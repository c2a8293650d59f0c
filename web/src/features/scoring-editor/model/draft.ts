import type { Config, DataSource, GetPredefinedWeightsResponse, Scoring } from "../../../api/messages";
import {
  byChannel,
  CHANNELS,
  channelsOf,
  isMessageChannel,
  MESSAGE_CHANNELS,
  type Channel,
  type MessageChannel,
} from "../../../lib/channel";
import { RATES } from "../../../lib/score-parts";

/** Weights in whole percent by name: or, ctr, delivery, or an event type. One that is missing is not set yet. */
export type Weights = Readonly<Record<string, number>>;

/** A property that receives scores; at most one per uid. */
export interface PropertyRef {
  readonly uid: string;
  readonly propertyId: number;
}

/** Settings of one channel. They are kept while the channel is not chosen, so that unticking loses nothing. */
export interface ChannelDraft {
  readonly weights: Weights;
  /** 80, 85, 90 or 95. */
  readonly percentile: number;
  readonly properties: readonly PropertyRef[];
}

/** Marks in one uid: all of it, or groups. Both may be combined with groups to exclude. */
export interface SourceMarks {
  readonly uid: string;
  readonly whole: boolean;
  readonly included: readonly number[];
  readonly excluded: readonly number[];
}

/** Shares of a guided scoring in percent, in the order of the constants; types that are not sent have 0. */
export interface ShareDraft {
  readonly types: readonly string[];
  readonly shares: readonly number[];
}

/** A scoring as it is being edited. */
export interface Draft extends Readonly<Record<Channel, ChannelDraft>> {
  readonly id: string;
  /** The version that the next save is based on. */
  readonly version: number;
  readonly status: number;
  readonly name: string;
  /** Guided until custom weights are set; that cannot be undone. */
  readonly guided: boolean;
  /** The furthest reached step, from 1. */
  readonly step: number;
  readonly daysAgo: number;
  readonly historical: boolean;
  /** Whether opens and clicks by machines are left out. */
  readonly leaveOutMachines: boolean;
  readonly channels: readonly Channel[];
  readonly shares: Readonly<Record<MessageChannel, ShareDraft>>;
  /** In percent by event type. */
  readonly webShares: Weights;
  /** For all channels together: groups are chosen once. */
  readonly sources: readonly SourceMarks[];
  /** The sources of channels that differ from those of the first, as only the API can save them. */
  readonly apart: Partial<Record<Channel, readonly SourceMarks[]>>;
}

/** Lead scorings are those of websites; the other channels can be combined. */
export function isLead({ channels }: Pick<Draft, "channels">): boolean {
  return channels.includes("web");
}

/** Reads a scoring; unset fields default to the constants. */
export function toDraft(scoring: Scoring, constants: GetPredefinedWeightsResponse): Draft {
  const { config, predefinedConfigSelection: selection } = scoring;
  const channels = channelsOf(config);
  return {
    id: scoring.id,
    version: scoring.version,
    status: scoring.status,
    name: scoring.name,
    guided: scoring.isCreatedByWizard,
    step: Math.max(1, scoring.lastDraftStep),
    daysAgo: config && config.daysAgo > 0 ? config.daysAgo : constants.defaultDayRange,
    historical: config?.generateHistorical ?? false,
    leaveOutMachines: config?.mailing?.leaveOutMachines ?? false,
    channels,
    ...byChannel(CHANNELS, (channel) => channelOf(config, channel, constants)),
    shares: byChannel(MESSAGE_CHANNELS, (channel) =>
      sharesOf(selection?.[channel], selection?.[`${channel}Types`], constants[`${channel}Categories`]),
    ),
    webShares: { ...selection?.web },
    ...sourcesIn(Object.fromEntries(channels.map((channel) => [channel, config?.[channel]?.dataSources ?? []]))),
  };
}

/** The sources of the first channel, and those of the others that differ from them. */
function sourcesIn(channels: Partial<Record<Channel, readonly DataSource[]>>): Pick<Draft, "sources" | "apart"> {
  const all = Object.entries(channels).map(([channel, sources]) => [channel, sources.map(toMarks)] as const);
  const sources = all[0]?.[1] ?? [];
  const common = JSON.stringify(sources);
  return { sources, apart: Object.fromEntries(all.filter(([, own]) => JSON.stringify(own) !== common)) };
}

function channelOf(
  config: Config | undefined,
  channel: Channel,
  constants: GetPredefinedWeightsResponse,
): ChannelDraft {
  const part = config?.[channel];
  const kept = weightsOf(part?.weights);
  return {
    weights: Object.keys(kept).length > 0 ? kept : customDefaults(channel, constants),
    percentile: part && part.percentile > 0 ? Math.round(part.percentile * 100) : constants.defaultPercentile,
    properties: (part?.exportToProperty?.properties ?? []).map(({ uid, propertyId }) => ({ uid, propertyId })),
  };
}

/** Initial custom weights; none for web, which has the account's own events. */
export function customDefaults(channel: Channel, constants: GetPredefinedWeightsResponse): Weights {
  return isMessageChannel(channel) ? ratesIn(constants[`custom${capital(channel)}`]) : {};
}

function capital<T extends string>(text: T): Capitalize<T> {
  return (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<T>;
}

/** The rates of a message with values. */
export function ratesIn(weights: object | undefined): Weights {
  return Object.fromEntries(
    Object.entries(weights ?? {}).filter((entry): entry is [string, number] => RATES.some((rate) => rate === entry[0])),
  );
}

/** Decimals such as "0.45" as whole percent, without unset ones. */
function weightsOf(weights: object | undefined): Weights {
  const entries = Object.entries(weights ?? {}).filter(
    (entry): entry is [string, string] => !entry[0].startsWith("$") && typeof entry[1] === "string" && entry[1] !== "",
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, Math.round(Number(value) * 100)]));
}

function sharesOf(
  shares: readonly number[] | undefined,
  types: readonly string[] | undefined,
  categories: readonly string[],
): ShareDraft {
  if (shares?.length !== categories.length) return evenShares(categories, categories);
  // Without a list, types with a share are sent.
  const sent = types && types.length > 0 ? types : categories.filter((_, at) => (shares[at] ?? 0) > 0);
  return { types: categories.filter((name) => sent.includes(name)), shares };
}

/** 100% split evenly between the types that are sent; the last takes the remainder. */
export function evenShares(types: readonly string[], categories: readonly string[]): ShareDraft {
  const sent = categories.filter((name) => types.includes(name));
  const each = Math.floor(100 / Math.max(1, sent.length));
  const shares = categories.map((name) => {
    if (!sent.includes(name)) return 0;
    return name === sent.at(-1) ? 100 - each * (sent.length - 1) : each;
  });
  return { types: sent, shares };
}

export function toMarks({ uid, includedAll, includedGroupIds, excludedGroupIds }: DataSource): SourceMarks {
  return { uid, whole: includedAll, included: includedGroupIds, excluded: excludedGroupIds };
}
