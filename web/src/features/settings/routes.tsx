import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { RouteError } from "../../ui/RouteError";
import { createSettingsLoader } from "./loader";
import { routeMessages } from "./route-messages";
import { part } from "../../ui/part";

/** The account's own data. */
export function settingsRoutes(api: Api): RouteObject[] {
  return [
    {
      // Its forms are antd's.
      lazy: { Component: part(async () => (await import("../../theme/AntdProvider")).AntdProvider) },
      children: [
        {
          path: paths.settings,
          loader: createSettingsLoader(api),
          HydrateFallback: () => <PageSkeleton rows={8} />,
          ErrorBoundary: () => <RouteError title={routeMessages.title} />,
          lazy: { Component: part(async () => (await import("./SettingsPage")).SettingsPage) },
        },
      ],
    },
  ];
}
