import { useRouteLoaderData } from "react-router";
import type { Scoring } from "../../../api/messages";
import { queryOf, type ReportQuery } from "../model/view";
import type { FrameData, ShownReport } from "./loader";

/** Id of the parent route of every tab. */
export const REPORT_ROUTE = "report";

/** Id of the element that shows the settings of the result. */
export const CONFIG_ID = "config";

/** The data of the frame; only below the report's route. */
export function useFrame(): FrameData {
  const data = useRouteLoaderData<FrameData>(REPORT_ROUTE);
  if (!data) throw new Error("useFrame needs the report's route above it");
  return data;
}

/** The data of the tabs, which are drawn only if there is a result. */
export interface Report extends ShownReport {
  readonly scoring: Scoring;
  /** Days with results, newest first. */
  readonly dates: readonly string[];
  /** This result as parameters of the report calls: channel and day are always set. */
  readonly query: ReportQuery;
}

export function useReport(): Report {
  const { scoring, dates, view, report } = useFrame();
  if (!report) throw new Error("useReport needs a result");
  const query = queryOf(scoring.id, { ...view, scoringType: report.channel, date: report.date });
  return { ...report, scoring, dates, query };
}
