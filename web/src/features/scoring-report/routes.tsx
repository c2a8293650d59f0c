import { redirect, type RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { isOn } from "../../flags/flags";
import { createReportLoader } from "./loader";
import { ReportError } from "./ReportError";
import { part } from "../../ui/part";

/** The report of one scoring. */
export function reportRoutes(api: Api): RouteObject[] {
  return [
    { path: paths.reportSummary, loader: ({ params }) => redirect(paths.report(params["id"] ?? "")) },
    {
      path: paths.reportAverage,
      // Its page is still to come: until then the details hold what there is. Without the flag it is an unknown path.
      loader: ({ params, request }) =>
        redirect(isOn("FF_2235") ? paths.report(params["id"] ?? "") + new URL(request.url).search : paths.error500),
    },
    {
      path: paths.reportDetails,
      loader: createReportLoader(api),
      HydrateFallback: () => <PageSkeleton tiles={4} rows={8} />,
      ErrorBoundary: ReportError,
      lazy: { Component: part(async () => (await import("./ReportPage")).ReportPage) },
    },
  ];
}
