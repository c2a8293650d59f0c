import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { createLoadingLoader } from "./loader";
import { loadingMessages } from "./messages";

/** The first calculation of a scoring. */
export function loadingRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.scoringLoading,
      loader: createLoadingLoader(api),
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={loadingMessages.title} />,
      lazy: { Component: part(async () => (await import("./LoadingPage")).LoadingPage) },
    },
  ];
}
