import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { createStartLoader } from "./loader";
import { routeMessages } from "./route-messages";

/** Where a scoring starts. */
export function startRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.scoringChannel,
      loader: createStartLoader(api),
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={routeMessages.title} />,
      lazy: { Component: part(async () => (await import("./ChannelStartPage")).ChannelStartPage) },
    },
  ];
}
