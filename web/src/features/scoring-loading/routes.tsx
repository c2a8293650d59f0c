import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { createLoadingLoader } from "./loader";
import { routeMessages } from "./route-messages";

/** The first calculation of a scoring. */
export function loadingRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.scoringLoading,
      loader: createLoadingLoader(api),
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={routeMessages.title} />,
      lazy: { Component: part(async () => (await import("./LoadingPage")).LoadingPage) },
    },
  ];
}
