import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { importsRouteMessages } from "./route-messages";

/** Files: all of them, sending one, and one. */
export function importsRoutes(api: Api): RouteObject[] {
  const shared = { HydrateFallback: PageSkeleton };
  return [
    {
      ...shared,
      path: paths.imports,
      ErrorBoundary: () => <RouteError title={importsRouteMessages.title} />,
      lazy: {
        loader: async () => (await import("./loader")).createImportsLoader(api),
        Component: part(async () => (await import("./list/ImportsPage")).ImportsPage),
      },
    },
    {
      ...shared,
      path: paths.newImport,
      ErrorBoundary: () => <RouteError title={importsRouteMessages.title} />,
      lazy: {
        loader: async () => (await import("./loader")).createNewImportLoader(api),
        Component: part(async () => (await import("./upload/NewImportPage")).NewImportPage),
      },
    },
    {
      ...shared,
      path: paths.importPattern,
      // What a draft's step is, the address says; the import itself is asked for by the page.
      shouldRevalidate: ({ currentParams, nextParams, currentUrl, nextUrl, defaultShouldRevalidate }) =>
        currentParams["id"] === nextParams["id"] && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate,
      lazy: {
        loader: async () => (await import("./loader")).createImportLoader(api),
        ErrorBoundary: async () => (await import("./ImportError")).ImportError,
        Component: part(async () => (await import("./page/ImportPage")).ImportPage),
      },
    },
  ];
}
