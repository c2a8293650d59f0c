/** The channels of a scoring in their fixed order. */
export const CHANNELS = ["mailing", "sms", "web"] as const;

export type Channel = (typeof CHANNELS)[number];

/** Narrows a value of a URL or an answer. */
export function isChannel(value: string | null | undefined): value is Channel {
  return CHANNELS.some((channel) => channel === value);
}
