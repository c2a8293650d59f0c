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
  /** The result of the day before among `dates`; undefined when there is none or it cannot be loaded. */
  readonly before: Promise<GetPartitionSummaryResponse | undefined>;
}

interface Wanted {
  readonly id: string;
  readonly scoringType: string;
  readonly generatedDate: string;
}

/**
 * Loads a scoring and the report that the address asks for (`channel`, `date`). Everything is asked for at once, as if
 * the scoring had both; what it does not have falls back to its first channel and its newest day.
 */
export function createReportLoader(api: Api) {
  return async ({ params, request }: LoaderFunctionArgs): Promise<ReportData> => {
    const options = { signal: request.signal };
    const wanted = wantedBy(params["id"] ?? "", new URL(request.url).searchParams);
    // Without a channel in the address it is only known once the scoring is there, and asked for then.
    const guess = wanted.scoringType === "" ? undefined : askAhead(api, wanted, options);
    const { scoring } = await api.scorings.getScoring({ id: wanted.id }, options);
    if (!scoring) throw new Error("a scoring without content");
    const channels = CHANNELS.filter((one) => scoring.config?.[one] !== undefined);
    const channel = channels.find((one) => one === wanted.scoringType) ?? channels[0];
    const nothing = { date: undefined, report: undefined, before: Promise.resolve(undefined) };
    if (!channel) return { scoring, channels, channel, dates: [], ...nothing };
    const known = { ...wanted, scoringType: channel };
    // An address that names another channel was wrong; its day may be as well.
    const right = wanted.scoringType === channel ? guess : undefined;
    const ahead = wanted.scoringType === "" ? askAhead(api, known, options) : right;
    const { items: dates } = await (ahead?.dates ??
      api.reports.listGeneratedDates({ id: wanted.id, scoringType: channel }, options));
    const date = dates.find((day) => day === wanted.generatedDate) ?? dates[0];
    if (date === undefined) return { scoring, channels, channel, dates, ...nothing };
    const found = { ...known, generatedDate: date };
    const sameDay = wanted.generatedDate === "" || wanted.generatedDate === date;
    const report = await (sameDay && ahead ? ahead.report : loadReport(api, found, options));
    const day = dates[dates.indexOf(date) + 1];
    const before =
      day === undefined
        ? Promise.resolve(undefined)
        : api.reports.getPartitionSummary({ ...found, generatedDate: day }, options).catch(() => undefined);
    return { scoring, channels, channel, dates, date, report, before };
  };
}

function wantedBy(id: string, search: URLSearchParams): Wanted {
  const channel = search.get("channel");
  const date = search.get("date") ?? "";
  return {
    id,
    scoringType: isChannel(channel) ? channel : "",
    generatedDate: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : "",
  };
}

/** Asks for days and result before anybody knows whether the scoring has them. A failure counts if it is taken up. */
function askAhead(api: Api, wanted: Wanted, options: { signal: AbortSignal }) {
  const { id, scoringType } = wanted;
  const calls = {
    dates: api.reports.listGeneratedDates({ id, scoringType }, options),
    report: loadReport(api, wanted, options),
  };
  for (const call of Object.values(calls)) call.catch(() => undefined);
  return calls;
}

async function loadReport(api: Api, query: Wanted, options: { signal: AbortSignal }): Promise<ChannelReport> {
  const [partition, exclusions] = await Promise.all([
    api.reports.getPartitionSummary(query, options),
    api.reports.getExcludedReasonsSummary(query, options),
  ]);
  return { partition, exclusions };
}
