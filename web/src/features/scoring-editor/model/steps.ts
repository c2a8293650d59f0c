import { isMessageChannel, MESSAGE_CHANNELS, PAGE_NAMES, type MessageChannel } from "../../../lib/channel";
import { DRAFT } from "../../../lib/status";
import { isLead, type Draft } from "./draft";

/** Addresses of the editor's pages, spelled as in the specification. */
export type Page =
  | "main-comunication"
  | `main-comunication-${ChannelPage}`
  | "search-and-choose-groups"
  | "summary-configurator-group"
  | "assign-weights"
  | "events"
  | "summary";
type PageName = (typeof PAGE_NAMES)[MessageChannel];
type ChannelPage = PageName | `${PageName}-percent`;

/** Subject of a step; its number is that of `lastDraftStep`. */
export type StepName = "channel" | "types" | "shares" | "groups" | "summary" | "weights" | "events";

/** A step with its pages for this scoring: one, or one for each channel. */
export interface Step {
  readonly number: number;
  readonly name: StepName;
  readonly pages: readonly Page[];
}

function typesPage(channel: MessageChannel): Page {
  return `main-comunication-${PAGE_NAMES[channel]}`;
}

function sharesPage(channel: MessageChannel): Page {
  return `main-comunication-${PAGE_NAMES[channel]}-percent`;
}

/** The channel of a page; undefined for a page about all channels. */
export function channelOf(page: string): MessageChannel | undefined {
  return MESSAGE_CHANNELS.find((channel) => page === typesPage(channel) || page === sharesPage(channel));
}

/** The steps of a scoring in order. A channel with one type of communication needs no shares. */
export function stepsOf(draft: Draft): readonly Step[] {
  const step = (number: number, name: StepName, ...pages: readonly Page[]): Step => ({ number, name, pages });
  if (isLead(draft)) return [step(1, "events", "events"), step(2, "summary", "summary")];
  if (!draft.guided) {
    return [
      step(1, "channel", "main-comunication"),
      step(2, "groups", "search-and-choose-groups"),
      step(3, "weights", "assign-weights"),
    ];
  }
  const channels = draft.channels.filter(isMessageChannel);
  const several = channels.filter((channel) => draft.shares[channel].types.length > 1);
  return [
    step(1, "channel", "main-comunication"),
    step(2, "types", ...channels.map(typesPage)),
    step(3, "shares", ...several.map(sharesPage)),
    step(4, "groups", "search-and-choose-groups"),
    step(5, "summary", "summary-configurator-group"),
  ];
}

/** The step of a page; undefined if this scoring has no such page. */
export function stepOf(draft: Draft, page: string): Step | undefined {
  return stepsOf(draft).find(({ pages }) => pages.some((one) => one === page));
}

/** Whether a step can be opened: for a draft up to the furthest reached one, for a finished scoring any. */
export function hasReached(draft: Draft, step: Step): boolean {
  return draft.status !== DRAFT || step.number <= draft.step;
}

/** Whether a step is complete; the last step of a draft is not, wherever its original was. */
export function isDone(draft: Draft, step: Step): boolean {
  return draft.status !== DRAFT || (step.number < draft.step && step.number < stepsOf(draft).length);
}

/** All pages of a scoring in order. */
export function pagesOf(draft: Draft): readonly Page[] {
  return stepsOf(draft).flatMap(({ pages }) => pages);
}

/** The page after this one; undefined at the last. */
export function pageAfter(draft: Draft, page: Page): Page | undefined {
  const pages = pagesOf(draft);
  return pages[pages.indexOf(page) + 1];
}

/** The page before this one; undefined at the first. */
export function pageBefore(draft: Draft, page: Page): Page | undefined {
  const pages = pagesOf(draft);
  return pages[pages.indexOf(page) - 1];
}

/** The furthest step after a page is done: the new `lastDraftStep`. Only a draft stores it. */
export function stepAfter(draft: Draft, page: Page): number {
  const next = pageAfter(draft, page);
  const number = (next && stepOf(draft, next)?.number) ?? draft.step;
  return draft.status === DRAFT ? Math.max(draft.step, number) : draft.step;
}

/**
 * The page at which a scoring is opened: for a draft its last step, otherwise its last page, which shows everything. A
 * draft that left the guided way at its fourth step, the groups, opens at the second step of custom weights, which is
 * the groups there.
 */
export function openingPage(draft: Draft): Page {
  const steps = stepsOf(draft);
  const pages = pagesOf(draft);
  const last = pages.at(-1) ?? "main-comunication";
  if (draft.status !== DRAFT) return last;
  const wanted = !draft.guided && !isLead(draft) && draft.step === 4 ? 2 : draft.step;
  const step = steps.find(({ number }) => number === wanted) ?? steps.at(-1);
  // A step without pages for this scoring is skipped.
  return step?.pages[0] ?? steps.find(({ number, pages: own }) => number > wanted && own.length > 0)?.pages[0] ?? last;
}

/** The page on which the field at a path of the scoring can be corrected. */
export function pageOfField(draft: Draft, field: string): Page {
  const pages = pagesOf(draft);
  const find = (...wanted: readonly Page[]): Page | undefined => wanted.find((page) => pages.includes(page));
  const last = pages.at(-1) ?? "main-comunication";
  if (field === "config") return find("main-comunication", "events") ?? last;
  const channel = MESSAGE_CHANNELS.find((one) => field.startsWith(`predefinedConfigSelection.${one}`));
  if (channel) return find(sharesPage(channel), typesPage(channel)) ?? last;
  if (field.startsWith("predefinedConfigSelection.web") || field.startsWith("config.web.weights")) {
    return find("events") ?? last;
  }
  if (field.includes(".dataSources")) return find("search-and-choose-groups") ?? last;
  return last;
}
