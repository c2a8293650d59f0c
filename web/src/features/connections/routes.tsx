import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { connectionsRouteMessages as messages } from "./route-messages";

/** Where events come from: websites and mail providers. */
export function connectionsRoutes(api: Api): RouteObject[] {
  const shared = { HydrateFallback: PageSkeleton, ErrorBoundary: () => <RouteError title={messages.title} /> };
  return [
    {
      ...shared,
      path: paths.connections,
      lazy: {
        loader: async () => (await import("./loader")).createHubLoader(api),
        Component: part(async () => (await import("./HubPage")).HubPage),
      },
    },
    {
      ...shared,
      path: paths.connectionsWeb,
      lazy: {
        loader: async () => (await import("./loader")).createWebLoader(api),
        Component: part(async () => (await import("./web/WebPage")).WebPage),
      },
    },
    {
      ...shared,
      path: paths.connectionsMail,
      lazy: {
        loader: async () => (await import("./loader")).createMailLoader(api),
        Component: part(async () => (await import("./mail/MailPage")).MailPage),
      },
    },
  ];
}
