import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { catalogueRouteMessages as messages } from "./route-messages";

/** What contacts can be put into and given: groups and features. */
export function catalogueRoutes(api: Api): RouteObject[] {
  const revalidate = async () => (await import("./loader")).revalidateCatalogue;
  return [
    {
      HydrateFallback: PageSkeleton,
      path: paths.groups,
      ErrorBoundary: () => <RouteError title={messages.groups} />,
      lazy: {
        loader: async () => (await import("./loader")).createGroupsLoader(api),
        shouldRevalidate: revalidate,
        Component: part(async () => (await import("./CataloguePage")).GroupsPage),
      },
    },
    {
      HydrateFallback: PageSkeleton,
      path: paths.features,
      ErrorBoundary: () => <RouteError title={messages.features} />,
      lazy: {
        loader: async () => (await import("./loader")).createFeaturesLoader(api),
        shouldRevalidate: revalidate,
        Component: part(async () => (await import("./CataloguePage")).FeaturesPage),
      },
    },
  ];
}
