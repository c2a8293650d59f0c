import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { runsRouteMessages as messages } from "./route-messages";

/** How calculations ended. */
export function runsRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.runs,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={messages.title} />,
      lazy: {
        loader: async () => (await import("./loader")).createRunsLoader(api),
        Component: part(async () => (await import("./RunsPage")).RunsPage),
      },
    },
  ];
}
