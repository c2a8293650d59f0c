import { redirect, type RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { RouteError } from "../../ui/RouteError";
import { createScoringsLoader, revalidateScorings } from "./loader";
import { scoringsMessages } from "./messages";
import { part } from "../../ui/part";

/** The list of scorings and the lists of reports. */
export function scoringsRoutes(api: Api): RouteObject[] {
  const shared = {
    loader: createScoringsLoader(api),
    shouldRevalidate: revalidateScorings,
    HydrateFallback: PageSkeleton,
  };
  const reports = { ...shared, ErrorBoundary: () => <RouteError title={scoringsMessages.reportsTitle} /> };
  return [
    {
      ...shared,
      path: paths.scoringList,
      ErrorBoundary: () => <RouteError title={scoringsMessages.listTitle} />,
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
