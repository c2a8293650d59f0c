import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { createLogLoader, createPersonLoader } from "./loader";
import { dataProtectionRouteMessages as messages } from "./route-messages";

/** The event log, and what is held on a person. */
export function dataProtectionRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.eventLog,
      loader: createLogLoader(api),
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={messages.log} />,
      lazy: { Component: part(async () => (await import("./LogPage")).LogPage) },
    },
    {
      path: paths.eventLogPerson,
      loader: createPersonLoader(api),
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={messages.person} />,
      lazy: { Component: part(async () => (await import("./PersonPage")).PersonPage) },
    },
  ];
}
