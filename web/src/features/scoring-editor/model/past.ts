import type { BacktestFigures, BacktestScoringResponse, Scoring } from "../../../api/messages";
import { isMessageChannel, type Channel } from "../../../lib/channel";
import { DRAFT } from "../../../lib/status";
import type { EditorData } from "../loader";
import { toBacktest } from "./content";
import { toMarks, type Draft, type SourceMarks } from "./draft";

/** Channels of a scoring when it was opened. */
export type Before = Readonly<Partial<Record<Channel, Draft>>>;

/**
 * A scoring when it was opened: each channel with its own data sources, which may differ for a website, and without
 * groups deleted since. Empty for a draft.
 */
export function settingsBefore(
  loaded: Draft,
  { scoring, databases, groups }: Pick<EditorData, "scoring" | "databases" | "groups">,
): Before {
  if (loaded.status === DRAFT) return {};
  const known = (uid: string) => (id: number) => groups.some((group) => group.uid === uid && group.id === id);
  const rest = ({ uid, included, excluded, ...marks }: SourceMarks): SourceMarks => ({
    ...marks,
    uid,
    included: included.filter(known(uid)),
    excluded: excluded.filter(known(uid)),
  });
  const sources = (channel: Channel): SourceMarks[] =>
    sourcesOf(scoring, channel)
      .filter(({ uid }) => databases.some((database) => database.uid === uid))
      .map(rest);
  return Object.fromEntries(
    loaded.channels.map((channel) => [channel, { ...loaded, channels: [channel], sources: sources(channel) }]),
  );
}

function sourcesOf({ config }: Scoring, channel: Channel): SourceMarks[] {
  return (config?.[channel]?.dataSources ?? []).map(toMarks);
}

/** Settings that determine the scores of a channel: two drafts with equal settings score alike. */
export function settingsOf(draft: Draft, channel: Channel): string {
  const sources = channel === "web" ? wholeWebsite(draft.sources) : draft.sources;
  const { config } = toBacktest({ ...draft, sources }, undefined, channel);
  const shares = isMessageChannel(channel) ? draft.shares[channel] : draft.webShares;
  return JSON.stringify([config?.daysAgo, config?.[channel], draft.guided && shares]);
}

/** The website of a single database has all its visitors, with any marks. */
function wholeWebsite(sources: readonly SourceMarks[]): readonly SourceMarks[] {
  return sources.length === 1 ? sources.map((source) => ({ ...source, whole: true, included: [] })) : sources;
}

/** Measures of a week. */
export type Measure = "average" | "engaged" | "clicked";

/** Measures of a response: clicks only if there are any. */
export function measuresOf(answer: BacktestScoringResponse): readonly Measure[] {
  const { scoringType, days } = answer;
  const lifted = scoringType !== "web" && days.some(({ changed }) => (changed?.lift.length ?? 0) > 0);
  return ["average", "engaged", ...(lifted ? (["clicked"] as const) : [])];
}

/** One day, for one measure; a value is missing if there was too little data, or no contact to score. */
export interface PastDay {
  readonly day: string;
  readonly after: number | undefined;
  readonly before: number | undefined;
  /** Whether a calculation would have been skipped. */
  readonly tooLittle: boolean;
}

/** All days of a response, the newest first. */
export function daysOf({ days }: BacktestScoringResponse, measure: Measure): readonly PastDay[] {
  return days.map(({ generatedDate, changed, before }) => ({
    day: generatedDate,
    after: valueOf(changed, measure),
    before: valueOf(before, measure),
    tooLittle: ![changed, before].some((figures) => figures?.enough),
  }));
}

/** The highest two of five bands. */
const ENGAGED = 3;

function valueOf(figures: BacktestFigures | undefined, measure: Measure): number | undefined {
  if (!figures?.enough || figures.scored === 0) return undefined;
  if (measure === "average") return figures.avgScoring;
  if (measure === "engaged") return percent(sum(figures.bands.slice(ENGAGED)), figures.scored);
  const lift = figures.lift.slice(ENGAGED);
  return percent(sum(lift.map(({ clicked }) => clicked)), sum(lift.map(({ reached }) => reached)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

function percent(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : (100 * part) / whole;
}

/** Whether a response has figures of the earlier settings. */
export function isCompared({ days }: BacktestScoringResponse): boolean {
  return days.some(({ before }) => before !== undefined);
}
