import type { Channel } from "../../../lib/channel";
import type { Draft } from "./draft";

/** Fields in which two states of a scoring can differ, in the order of the steps. */
export const FIELDS = [
  "name",
  "status",
  "guided",
  "channels",
  "mailingShares",
  "smsShares",
  "webShares",
  "mailingWeights",
  "smsWeights",
  "machines",
  "daysAgo",
  "sources",
  "properties",
  "historical",
] as const;
export type Field = (typeof FIELDS)[number];

/** Fields in which two states differ; a field that one of them does not use is no difference. */
export function differences(mine: Draft, saved: Draft): readonly Field[] {
  return FIELDS.filter((field) => JSON.stringify(VALUES[field](mine)) !== JSON.stringify(VALUES[field](saved)));
}

const VALUES: Readonly<Record<Field, (draft: Draft) => unknown>> = {
  name: ({ name }) => name,
  status: ({ status }) => status,
  guided: ({ guided }) => guided,
  channels: ({ channels }) => channels,
  mailingShares: (draft) => hasShares(draft, "mailing") && draft.mailingShares,
  smsShares: (draft) => hasShares(draft, "sms") && draft.smsShares,
  webShares: (draft) => hasShares(draft, "web") && sorted(draft.webShares),
  mailingWeights: (draft) => hasWeights(draft, "mailing") && judged(draft, "mailing"),
  smsWeights: (draft) => hasWeights(draft, "sms") && judged(draft, "sms"),
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
