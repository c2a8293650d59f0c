import type { FlagName } from "../../../flags/flags";
import type { Message } from "../../../i18n/define-messages";
import { CHANNELS, MESSAGE_CHANNELS, type Channel } from "../../../lib/channel";
import { tabMessages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The ends of the tabs' paths. `app/routes.tsx` does not compile until it names the page of each. */
export type Segment = "details" | "exclusions" | "avg" | "fluctuation" | "lift";

/** A page of a report. */
export interface Tab {
  readonly segment: Segment;
  readonly message: Message;
  readonly channels: readonly Channel[];
  /** While it is off the tab is hidden, and its path redirects to the details. */
  readonly flag?: FlagName;
}

/** The tabs in order. */
export const TABS: readonly Tab[] = [
  { segment: "details", message: tabMessages.details, channels: CHANNELS },
  { segment: "exclusions", message: wordMessages.exclusions, channels: MESSAGE_CHANNELS },
  { segment: "avg", message: tabMessages.average, channels: MESSAGE_CHANNELS, flag: "FF_2235" },
  { segment: "fluctuation", message: tabMessages.fluctuation, channels: CHANNELS },
  { segment: "lift", message: tabMessages.lift, channels: CHANNELS },
];

/** The tab that a path ends in. */
export function tabOf(pathname: string): Tab | undefined {
  return TABS.find(({ segment }) => pathname.endsWith(`/${segment}`));
}
