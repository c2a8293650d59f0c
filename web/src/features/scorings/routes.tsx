import { redirect, type RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { RouteError } from "../../ui/RouteError";
import type { LeadScoring } from "./lead-scoring";
import { createListLoader, createReportListLoader, revalidateScorings } from "./loader";
import { routeMessages } from "./route-messages";
import { part } from "../../ui/part";

/** The list of scorings and the lists of reports. */
export function scoringsRoutes(api: Api, lead: LeadScoring): RouteObject[] {
  const shared = { shouldRevalidate: revalidateScorings, HydrateFallback: PageSkeleton };
  const reports = {
    ...shared,
    loader: createReportListLoader(api, lead),
    ErrorBoundary: () => <RouteError title={routeMessages.reportsTitle} />,
  };
  return [
    {
      ...shared,
      loader: createListLoader(api),
      path: paths.scoringList,
      ErrorBoundary: () => <RouteError title={routeMessages.listTitle} />,
      lazy: { Component: part(async () => (await import("./ScoringListPage")).ScoringListPage) },
    },
    { path: paths.reports, loader: () => redirect(paths.reportListChannel) },
    {
      ...reports,
      path: paths.reportListChannel,
      lazy: { Component: part(async () => (await import("./ReportListPage")).ChannelReportListPage) },
    },
    {
      ...reports,
      path: paths.reportListLead,
      lazy: { Component: part(async () => (await import("./ReportListPage")).LeadReportListPage) },
    },
  ];
}
