import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import type { GetExcludedReasonsSummaryResponse, GetPartitionSummaryResponse, Scoring } from "../../api/messages";
import { CHANNELS, isChannel, type Channel } from "../../lib/channel";

/** One channel's result of one day. */
export interface ChannelReport {
  readonly partition: GetPartitionSummaryResponse;
  readonly exclusions: GetExcludedReasonsSummaryResponse;
}

export interface ReportData {
  readonly scoring: Scoring;
  readonly channels: readonly Channel[];
  /** Undefined for a draft that has no channel yet. */
  readonly channel: Channel | undefined;
  /** Days with results, newest first. */
  readonly dates: readonly string[];
  readonly date: string | undefined;
  /** Undefined when the channel has no result so far. */
  readonly report: ChannelReport | undefined;
}

/**
 * Loads a scoring and the report that the address asks for (`channel`, `date`). What the scoring does not have falls
 * back to its first channel and its newest day.
 */
export function createReportLoader(api: Api) {
  return async ({ params, request }: LoaderFunctionArgs): Promise<ReportData> => {
    const id = params["id"] ?? "";
    const options = { signal: request.signal };
    const search = new URL(request.url).searchParams;
    const { scoring } = await api.scorings.getScoring({ id }, options);
    if (!scoring) throw new Error("a scoring without content");
    const channels = CHANNELS.filter((channel) => scoring.config?.[channel] !== undefined);
    const wanted = search.get("channel");
    const channel = isChannel(wanted) && channels.includes(wanted) ? wanted : channels[0];
    if (!channel) return { scoring, channels, channel, dates: [], date: undefined, report: undefined };
    const { items: dates } = await api.reports.listGeneratedDates({ id, scoringType: channel }, options);
    const date = dates.find((day) => day === search.get("date")) ?? dates[0];
    if (date === undefined) return { scoring, channels, channel, dates, date, report: undefined };
    const query = { id, scoringType: channel, generatedDate: date };
    const [partition, exclusions] = await Promise.all([
      api.reports.getPartitionSummary(query, options),
      api.reports.getExcludedReasonsSummary(query, options),
    ]);
    return { scoring, channels, channel, dates, date, report: { partition, exclusions } };
  };
}
