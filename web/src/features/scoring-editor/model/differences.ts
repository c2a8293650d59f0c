import { MESSAGE_CHANNELS, type Channel, type MessageChannel } from "../../../lib/channel";
import type { Draft } from "./draft";

/** The fields in which two states of a scoring can differ. */
export type FieldName =
  | "name"
  | "status"
  | "guided"
  | "channels"
  | "shares"
  | "webShares"
  | "weights"
  | "machines"
  | "daysAgo"
  | "sources"
  | "properties"
  | "historical";

/** One field; shares and weights belong to a channel. */
export interface Field {
  readonly name: FieldName;
  readonly channel?: MessageChannel;
}

/** In the order of the steps. */
const FIELDS: readonly Field[] = [
  { name: "name" },
  { name: "status" },
  { name: "guided" },
  { name: "channels" },
  ...MESSAGE_CHANNELS.map((channel): Field => ({ name: "shares", channel })),
  { name: "webShares" },
  ...MESSAGE_CHANNELS.map((channel): Field => ({ name: "weights", channel })),
  { name: "machines" },
  { name: "daysAgo" },
  { name: "sources" },
  { name: "properties" },
  { name: "historical" },
];

/** Fields in which two states differ, except those that one of them does not use. */
export function differences(mine: Draft, saved: Draft): readonly Field[] {
  const value = (of: Draft, { name, channel = "mailing" }: Field): string => JSON.stringify(VALUES[name](of, channel));
  return FIELDS.filter((field) => value(mine, field) !== value(saved, field));
}

const VALUES: Readonly<Record<FieldName, (draft: Draft, channel: MessageChannel) => unknown>> = {
  name: ({ name }) => name,
  status: ({ status }) => status,
  guided: ({ guided }) => guided,
  channels: ({ channels }) => channels,
  shares: (draft, channel) => hasShares(draft, channel) && draft.shares[channel],
  webShares: (draft) => hasShares(draft, "web") && sorted(draft.webShares),
  weights: (draft, channel) => hasWeights(draft, channel) && judged(draft, channel),
  machines: ({ channels, leaveOutMachines }) => channels.includes("mailing") && leaveOutMachines,
  daysAgo: ({ daysAgo }) => daysAgo,
  sources: ({ sources }) => sources,
  properties: (draft) => draft.channels.map((channel) => draft[channel].properties),
  historical: ({ historical }) => historical,
};

/** Whether the weights of a channel follow from shares. */
export function hasShares({ guided, channels }: Draft, channel: Channel): boolean {
  return guided && channels.includes(channel);
}

/** Whether a channel has weights of its own. */
export function hasWeights({ guided, channels }: Draft, channel: Channel): boolean {
  return !guided && channels.includes(channel);
}

function judged(draft: Draft, channel: Channel) {
  const { weights, percentile } = draft[channel];
  return [sorted(weights), percentile];
}

function sorted(values: object): unknown {
  return Object.entries(values).sort(([a], [b]) => a.localeCompare(b));
}
