import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { createDayLoader, createSendingsLoader, revalidateSendings } from "./loader";
import { sendingsRouteMessages } from "./route-messages";

/** Sendings day by day, and the messages of one day. */
export function sendingsRoutes(api: Api): RouteObject[] {
  const shared = { ErrorBoundary: () => <RouteError title={sendingsRouteMessages.title} /> };
  return [
    {
      ...shared,
      path: paths.sendings,
      loader: createSendingsLoader(api),
      shouldRevalidate: revalidateSendings,
      HydrateFallback: () => <PageSkeleton tiles={4} rows={8} />,
      lazy: { Component: part(async () => (await import("./SendingsPage")).SendingsPage) },
    },
    {
      ...shared,
      path: paths.sendingsDay,
      loader: createDayLoader(api),
      HydrateFallback: PageSkeleton,
      lazy: { Component: part(async () => (await import("./DayPage")).DayPage) },
    },
  ];
}
