import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import type { Api } from "../api/api";
import { reportRoutes } from "../features/scoring-report";
import { scoringsRoutes } from "../features/scorings";
import { createGuard, SESSION_ROUTE, sessionLoader, sessionRoutes } from "../features/session";
import { Error500Page, systemRoutes } from "../features/system-pages";
import { paths } from "../lib/paths";
import { Root } from "./Root";
import { Shell } from "./Shell";
import { StartingPage } from "./StartingPage";

/** Every route of the product. */
export function routes(api: Api): RouteObject[] {
  return [
    {
      Component: Root,
      HydrateFallback: StartingPage,
      children: [
        {
          ErrorBoundary: Error500Page,
          children: [
            {
              id: SESSION_ROUTE,
              middleware: [createGuard(api)],
              loader: sessionLoader,
              // The user does not change while the session lasts.
              shouldRevalidate: () => false,
              Component: Shell,
              children: [
                { path: paths.home, loader: () => redirect(paths.scoring) },
                ...scoringsRoutes(api),
                ...reportRoutes(api),
              ],
            },
            ...sessionRoutes(api),
            ...systemRoutes(),
          ],
        },
      ],
    },
  ];
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function createRouter(api: Api): AppRouter {
  return createBrowserRouter(routes(api), { future: { v8_middleware: true } });
}
