import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Scoring, ScoringSummary } from "../../api/messages";
import { CHANNELS, type Channel } from "../../lib/channel";

/** One channel of a scoring with its newest result, if there is one. */
export interface ChannelLine {
  readonly channel: Channel;
  readonly result: { readonly count: number; readonly average: number } | undefined;
}

/** A scoring as the tables show it. */
export interface ScoringRow {
  readonly id: string;
  readonly name: string;
  readonly status: number;
  readonly generatedAt: Date | undefined;
  readonly lines: readonly ChannelLine[];
}

/** Status number of a draft. */
const DRAFT = 0;

/** Joins scorings with the newest results of their channels; channels stand in their fixed order. */
export function toRows(scorings: readonly Scoring[], summaries: readonly ScoringSummary[]): ScoringRow[] {
  return scorings.map((scoring) => ({
    id: scoring.id,
    name: scoring.name,
    status: scoring.status,
    generatedAt: scoring.lastGeneratedAt ? timestampDate(scoring.lastGeneratedAt) : undefined,
    lines: CHANNELS.filter((channel) => scoring.config?.[channel] !== undefined).map((channel) => ({
      channel,
      result: resultOf(summaries.find((s) => s.scoringId === scoring.id && s.scoringType === channel)),
    })),
  }));
}

function resultOf(summary: ScoringSummary | undefined): ChannelLine["result"] {
  if (!summary) return undefined;
  return { count: summary.scoringType === "web" ? summary.count : summary.emailCount, average: summary.avgScoring };
}

/** Finished: not a draft and calculated at least once. Only these have reports. */
export function isFinished(row: ScoringRow): boolean {
  return row.status !== DRAFT && row.generatedAt !== undefined;
}

/** The rows with the channels of one kind of report; scorings without any drop out. */
export function ofKind(rows: readonly ScoringRow[], kind: "channel" | "lead"): ScoringRow[] {
  return rows
    .map((row) => ({ ...row, lines: row.lines.filter(({ channel }) => (channel === "web") === (kind === "lead")) }))
    .filter((row) => row.lines.length > 0);
}
