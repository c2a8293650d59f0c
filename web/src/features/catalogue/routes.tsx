import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { createFeaturesLoader, createGroupsLoader, revalidateCatalogue } from "./loader";
import { catalogueRouteMessages as messages } from "./route-messages";

/** What contacts can be put into and given: groups and features. */
export function catalogueRoutes(api: Api): RouteObject[] {
  const shared = { shouldRevalidate: revalidateCatalogue, HydrateFallback: PageSkeleton };
  return [
    {
      ...shared,
      path: paths.groups,
      loader: createGroupsLoader(api),
      ErrorBoundary: () => <RouteError title={messages.groups} />,
      lazy: { Component: part(async () => (await import("./CataloguePage")).GroupsPage) },
    },
    {
      ...shared,
      path: paths.features,
      loader: createFeaturesLoader(api),
      ErrorBoundary: () => <RouteError title={messages.features} />,
      lazy: { Component: part(async () => (await import("./CataloguePage")).FeaturesPage) },
    },
  ];
}
