import { isMessageChannel, MESSAGE_CHANNELS, messageTypes, type MessageChannel } from "../../lib/channel";
import { PAGE_SIZES, askedPage } from "../../lib/page-sizes";

/** The value for messages without a category. */
export const NO_CATEGORY = "none";

/** The part of the sendings' view that is in the address. Undefined and empty mean all. */
export interface SendingsView {
  /** YYYY-MM-DD; the server has the default. */
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly channel: MessageChannel | undefined;
  readonly category: string | undefined;
  readonly uids: readonly string[];
  /** From 1. */
  readonly page: number;
  readonly pageSize: number | undefined;
}

/** The categories of a channel, or of all. */
export function categoriesOf(channel: MessageChannel | undefined): readonly string[] {
  const named = (channel ? [channel] : MESSAGE_CHANNELS).flatMap(messageTypes);
  return [...new Set(named), NO_CATEGORY];
}

/** Reads a view; invalid values count as absent. */
export function readView(search: URLSearchParams): SendingsView {
  const day = (name: string): string | undefined => {
    const value = search.get(name) ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
  };
  const asked = search.get("scoringType");
  const channel = isMessageChannel(asked) ? asked : undefined;
  return {
    start: day("start"),
    end: day("end"),
    channel,
    category: categoriesOf(channel).find((one) => one === search.get("category")),
    uids: search.getAll("uids").filter((uid) => /^\d{3,9}$/.test(uid)),
    page: askedPage(search),
    pageSize: PAGE_SIZES.find((one) => String(one) === search.get("pageSize")),
  };
}
