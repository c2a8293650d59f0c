import { redirect, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ReportService, ScoringService } from "../../../api/services";
import { toFault, type Fault } from "../../../api/fault";
import type { GetExcludedReasonsSummaryResponse, GetPartitionSummaryResponse, Scoring } from "../../../api/messages";
import { settle } from "../../../api/settled";
import { channelsOf, type Channel } from "../../../lib/channel";
import { addDays } from "../../../lib/dates";
import { once } from "../../../lib/once";
import { paths, type ReportView } from "../../../lib/paths";
import { wantDatabaseNames } from "../../../stores/database-names";
import { queryFor, readView, type ReportQuery } from "../model/view";
import { tabOf } from "./tabs";

/** An earlier result, loaded for the first comparison with it; undefined if that fails. */
export interface Earlier<T> {
  readonly date: string;
  readonly load: () => Promise<T | undefined>;
}

/** One channel's result of one day. */
export interface ShownReport {
  readonly channel: Channel;
  readonly date: string;
  readonly partition: GetPartitionSummaryResponse;
  /** Of the newest date at least a week earlier; all figures are compared with it. */
  readonly before: Earlier<GetPartitionSummaryResponse> | undefined;
  /** Of the same date; not for websites, which exclude no visitors. */
  readonly exclusionsBefore: Earlier<GetExcludedReasonsSummaryResponse> | undefined;
}

export interface FrameData {
  readonly scoring: Scoring;
  readonly channels: readonly Channel[];
  /** Undefined for a draft without a channel. */
  readonly channel: Channel | undefined;
  /** The view in the address. */
  readonly view: ReportView;
  /** Days with results, newest first. */
  readonly dates: readonly string[];
  /** The fault of loading the days. */
  readonly datesFault: Fault | undefined;
  readonly report: ShownReport | undefined;
  /** The missing part of the address, if there is no report. */
  readonly missing: "result" | "date" | "uid";
}

/**
 * Loads the frame of every tab of a report: the scoring, its days, and the result in the address. A channel that the
 * scoring does not have, and a tab that the channel does not have, redirect to existing ones.
 */
export async function frameLoader(args: LoaderFunctionArgs): Promise<FrameData> {
  const api = args.context.get(apiContext);
  const { request } = args;
  const url = new URL(request.url);
  const options = { signal: request.signal };
  const view = readView(url);
  const query = queryFor(args);
  const asked = clientOf(api, ReportService)
    .getPartitionSummary(query, options)
    .then(
      (partition) => ({ partition, thrown: undefined }),
      (thrown: unknown) => ({ partition: undefined, thrown }),
    );
  const datesOf = (scoringType: Channel) =>
    settle(clientOf(api, ReportService).listGeneratedDates({ id: query.id, scoringType }, options));
  const early = view.scoringType && datesOf(view.scoringType);
  const { scoring } = await clientOf(api, ScoringService).getScoring({ id: query.id }, options);
  if (!scoring) throw new Error("a scoring without content");
  const channels = channelsOf(scoring.config);
  const channel = channels.find((one) => one === view.scoringType) ?? channels[0];
  const none = { scoring, channels, channel, view, dates: [], datesFault: undefined, report: undefined };
  if (!channel) return { ...none, missing: "result" };
  if (view.scoringType !== undefined && view.scoringType !== channel) throw redirect(paths.report(query.id));
  const tab = tabOf(url.pathname);
  if (tab && !tab.channels.includes(channel)) throw redirect(paths.report(query.id, view));
  const [{ value: days, fault: datesFault }, { partition, thrown }] = await Promise.all([
    early ?? datesOf(channel),
    asked,
  ]);
  const dates = days?.items ?? (partition ? [partition.generatedDate] : []);
  const known = { ...none, dates, datesFault };
  if (partition) return { ...known, report: shown(api, query, channel, dates, partition), missing: "result" };
  const { reason } = toFault(thrown);
  if (reason === "REPORT_UID_UNKNOWN") return { ...known, missing: "uid" };
  if (reason !== "REPORT_NOT_FOUND" && reason !== "DATE_INVALID") throw thrown;
  return { ...known, missing: view.date !== undefined && dates.length > 0 ? "date" : "result" };
}

function shown(
  api: Api,
  query: ReportQuery,
  channel: Channel,
  dates: readonly string[],
  partition: GetPartitionSummaryResponse,
): ShownReport {
  const date = partition.generatedDate;
  const day = dates.find((one) => one <= addDays(date, -7));
  if (partition.databases.length > 1) void wantDatabaseNames(api);
  const earlier = <T>(load: (named: ReportQuery) => Promise<T>): Earlier<T> | undefined => {
    if (day === undefined) return undefined;
    const named = { ...query, scoringType: channel, generatedDate: day };
    return { date: day, load: once(() => load(named).catch(() => undefined)) };
  };
  return {
    channel,
    date,
    partition,
    before: earlier((named) => clientOf(api, ReportService).getPartitionSummary(named)),
    exclusionsBefore:
      channel === "web" ? undefined : earlier((named) => clientOf(api, ReportService).getExcludedReasonsSummary(named)),
  };
}

/**
 * The frame is kept if only the tab or its own parameters change; an explicit reload reloads it, and so does a tab that
 * the channel does not have.
 */
export function revalidateFrame(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, defaultShouldRevalidate } = args;
  const { scoringType } = readView(nextUrl);
  if (scoringType && tabOf(nextUrl.pathname)?.channels.includes(scoringType) === false) return true;
  const viewOf = (url: URL): string => JSON.stringify(readView(url));
  const stays =
    currentUrl.href !== nextUrl.href &&
    currentParams["id"] === nextParams["id"] &&
    viewOf(currentUrl) === viewOf(nextUrl);
  return stays ? false : defaultShouldRevalidate;
}
