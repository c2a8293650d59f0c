import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { databasesRouteMessages } from "./route-messages";

/** The recipient databases of the account. */
export function databasesRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.databases,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={databasesRouteMessages.title} />,
      lazy: {
        loader: async () => (await import("./loader")).createDatabasesLoader(api),
        Component: part(async () => (await import("./DatabasesPage")).DatabasesPage),
      },
    },
  ];
}
