import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { dataProtectionRouteMessages as messages } from "./route-messages";

/** The event log, and what is held on a person. */
export function dataProtectionRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.eventLog,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={messages.log} />,
      lazy: {
        loader: async () => (await import("./loader")).createLogLoader(api),
        Component: part(async () => (await import("./LogPage")).LogPage),
      },
    },
    {
      path: paths.eventLogPerson,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={messages.person} />,
      lazy: {
        loader: async () => (await import("./loader")).createPersonLoader(api),
        Component: part(async () => (await import("./PersonPage")).PersonPage),
      },
    },
  ];
}
