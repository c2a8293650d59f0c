/** The channels of a scoring in their fixed order. */
export const CHANNELS = ["mailing", "sms", "web"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Those that carry messages. */
export const MESSAGE_CHANNELS = ["mailing", "sms"] as const satisfies readonly Channel[];
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** Their names in addresses of the editor. */
export const PAGE_NAMES = { mailing: "email", sms: "sms" } as const satisfies Readonly<Record<MessageChannel, string>>;

/** The properties of each: types of messages in the order of the wire, and whether opens are known. */
const MESSAGES: Readonly<Record<MessageChannel, { readonly types: readonly string[]; readonly opens: boolean }>> = {
  mailing: { types: ["sales", "info", "advertising", "internal", "education"], opens: true },
  sms: { types: ["automatic", "info", "advertising", "mandatory"], opens: false },
};

/** The channels that a scoring's configuration has. */
export function channelsOf(config: Readonly<Partial<Record<Channel, object>>> | undefined): Channel[] {
  return CHANNELS.filter((channel) => config?.[channel] !== undefined);
}

/** Narrows a value from a URL or a response. */
export function isChannel(value: string | null | undefined): value is Channel {
  return CHANNELS.some((channel) => channel === value);
}

/** Narrows a value from a URL or a response to a channel that carries messages. */
export function isMessageChannel(value: string | null | undefined): value is MessageChannel {
  return MESSAGE_CHANNELS.some((channel) => channel === value);
}

/** Types of messages of a channel. */
export function messageTypes(channel: MessageChannel): readonly string[] {
  return MESSAGES[channel].types;
}

/** Whether opens of a channel's messages are known. */
export function hasOpens(channel: string): boolean {
  return isMessageChannel(channel) && MESSAGES[channel].opens;
}

/** A value for each of some channels. */
export function byChannel<C extends Channel, T>(channels: readonly C[], of: (channel: C) => T): Record<C, T> {
  return Object.fromEntries(channels.map((channel) => [channel, of(channel)])) as Record<C, T>;
}
