import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { ImportError } from "./ImportError";
import { createImportLoader, createImportsLoader, createNewImportLoader } from "./loader";
import { importsRouteMessages } from "./route-messages";

/** Files: all of them, sending one, and one. */
export function importsRoutes(api: Api): RouteObject[] {
  const shared = { HydrateFallback: PageSkeleton };
  return [
    {
      ...shared,
      path: paths.imports,
      loader: createImportsLoader(api),
      ErrorBoundary: () => <RouteError title={importsRouteMessages.title} />,
      lazy: { Component: part(async () => (await import("./list/ImportsPage")).ImportsPage) },
    },
    {
      ...shared,
      path: paths.newImport,
      loader: createNewImportLoader(api),
      ErrorBoundary: () => <RouteError title={importsRouteMessages.title} />,
      lazy: { Component: part(async () => (await import("./upload/NewImportPage")).NewImportPage) },
    },
    {
      ...shared,
      path: paths.importPattern,
      loader: createImportLoader(api),
      // What a draft's step is, the address says; the import itself is asked for by the page.
      shouldRevalidate: ({ currentParams, nextParams, currentUrl, nextUrl, defaultShouldRevalidate }) =>
        currentParams["id"] === nextParams["id"] && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate,
      ErrorBoundary: ImportError,
      lazy: { Component: part(async () => (await import("./page/ImportPage")).ImportPage) },
    },
  ];
}
