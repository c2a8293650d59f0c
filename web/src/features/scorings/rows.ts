import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Scoring, ScoringHistory, ScoringState, ScoringSummary, WeeklyAverage } from "../../api/messages";
import { channelsOf, type Channel } from "../../lib/channel";
import { DRAFT } from "../../lib/status";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** One channel of a scoring with its newest result, if there is one. */
export interface ChannelLine {
  readonly channel: Channel;
  readonly result: LineResult | undefined;
  /** The averages of the weeks with a result among the last 13, oldest first. */
  readonly weeks: readonly Week[];
}

export interface LineResult {
  readonly count: number;
  readonly average: number;
  /** Contacts or visitors by band, the lowest first. */
  readonly bands: readonly number[];
  /** The newest result at least a week older; reports compare with the same. */
  readonly before: { readonly date: string; readonly average: number } | undefined;
}

export interface Week {
  /** YYYY-MM-DD. */
  readonly monday: string;
  /** The number of weeks before the account's newest one. */
  readonly ago: number;
  readonly average: number;
}

/** A scoring in the form of the tables. */
export interface ScoringRow {
  readonly id: string;
  readonly name: string;
  readonly status: number;
  readonly version: number;
  readonly generatedAt: Date | undefined;
  readonly lines: readonly ChannelLine[];
  /** The state of its newest calculations; undefined for a draft, and if unknown. */
  readonly state: ScoringState | undefined;
  /** The time of the next nightly calculation. */
  readonly nextAt: Date | undefined;
  /** The earlier Mondays requested by its first activation. */
  readonly history: ScoringHistory | undefined;
  readonly createdAt: Date | undefined;
  /** The step at which a draft was left, and the number of steps. */
  readonly step: { readonly number: number; readonly of: number };
}

/** Joins scorings with the newest results of their channels; channels are in their fixed order. */
export function toRows(
  scorings: readonly Scoring[],
  summaries: readonly ScoringSummary[],
  averages: readonly WeeklyAverage[],
): ScoringRow[] {
  const newest = Math.max(...averages.map(({ periodDate }) => Date.parse(periodDate)));
  return scorings.map((scoring) => ({
    id: scoring.id,
    name: scoring.name,
    status: scoring.status,
    version: scoring.version,
    generatedAt: scoring.lastGeneratedAt ? timestampDate(scoring.lastGeneratedAt) : undefined,
    lines: channelsOf(scoring.config).map((channel) => ({
      channel,
      result: resultOf(summaries.find((s) => s.scoringId === scoring.id && s.scoringType === channel)),
      weeks: averages
        .filter(({ scoringId, scoringType }) => scoringId === scoring.id && scoringType === channel)
        .map(({ periodDate: monday, avgScoring: average }) => ({
          monday,
          ago: Math.round((newest - Date.parse(monday)) / WEEK_MS),
          average,
        })),
    })),
    state: scoring.state,
    nextAt: scoring.nextAt ? timestampDate(scoring.nextAt) : undefined,
    history: scoring.history,
    createdAt: scoring.createdAt ? timestampDate(scoring.createdAt) : undefined,
    step: stepOf(scoring),
  }));
}

function stepOf({ config, isCreatedByWizard, lastDraftStep }: Scoring): ScoringRow["step"] {
  const guided = isCreatedByWizard ? 5 : 3;
  const of = config?.web ? 2 : guided;
  return { number: Math.min(of, Math.max(1, lastDraftStep)), of };
}

function resultOf(summary: ScoringSummary | undefined): ChannelLine["result"] {
  if (!summary) return undefined;
  const { scoringType, comparedDate: date, comparedAvgScoring, bandCounts: bands } = summary;
  return {
    count: scoringType === "web" ? summary.count : summary.emailCount,
    average: summary.avgScoring,
    bands,
    before: date === "" ? undefined : { date, average: comparedAvgScoring },
  };
}

/** Finished: not a draft and calculated at least once. Only these have reports. */
export function isFinished(row: ScoringRow): boolean {
  return row.status !== DRAFT && row.generatedAt !== undefined;
}

/** Whether a calculation is in progress that will change the row. */
export function isRunning({ state, history }: ScoringRow): boolean {
  if (state?.stage === "queued" || state?.stage === "calculating") return true;
  return history !== undefined && history.done < history.total && state?.stage !== "failed";
}

/** The rows with the channels of one kind of report; scorings without any are removed. */
export function ofKind(rows: readonly ScoringRow[], kind: "channel" | "lead"): ScoringRow[] {
  return rows
    .map((row) => ({ ...row, lines: row.lines.filter(({ channel }) => (channel === "web") === (kind === "lead")) }))
    .filter((row) => row.lines.length > 0);
}
