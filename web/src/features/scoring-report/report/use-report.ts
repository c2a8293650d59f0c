import { useRouteLoaderData } from "react-router";
import type { Scoring } from "../../../api/messages";
import { queryOf, type ReportQuery } from "../model/view";
import type { FrameData, ShownReport } from "./loader";

/** Id of the route that every tab stands under. */
export const REPORT_ROUTE = "report";

/** Id of the element that shows the settings of the result. */
export const CONFIG_ID = "config";

/** What the frame has loaded; only below the report's route. */
export function useFrame(): FrameData {
  const data = useRouteLoaderData<FrameData>(REPORT_ROUTE);
  if (!data) throw new Error("useFrame needs the report's route above it");
  return data;
}

/** What the tabs show: tabs are drawn only where there is a result. */
export interface Report extends ShownReport {
  readonly scoring: Scoring;
  /** Days with results, newest first. */
  readonly dates: readonly string[];
  /** How the report calls name this result: channel and day are never open. */
  readonly query: ReportQuery;
}

export function useReport(): Report {
  const { scoring, dates, view, report } = useFrame();
  if (!report) throw new Error("useReport needs a result");
  const query = queryOf(scoring.id, { ...view, scoringType: report.channel, date: report.date });
  return { ...report, scoring, dates, query };
}
