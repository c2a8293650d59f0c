import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { PersonError } from "./PersonError";
import { routeMessages } from "./route-messages";

/** Finding contacts, adding one, and the page of one. */
export function contactsRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.contacts,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={routeMessages.list} />,
      lazy: {
        loader: async () => (await import("./search")).createSearchLoader(api),
        Component: part(async () => (await import("./ContactsPage")).ContactsPage),
      },
    },
    {
      path: paths.newContact,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={routeMessages.add} />,
      lazy: {
        loader: async () => (await import("./loader")).createNewContactLoader(api),
        Component: part(async () => (await import("./NewContactPage")).NewContactPage),
      },
    },
    {
      path: paths.contactPattern,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: PersonError,
      lazy: {
        loader: async () => (await import("./loader")).createPersonLoader(api),
        shouldRevalidate: async () => (await import("./loader")).revalidatePerson,
        Component: part(async () => (await import("./PersonPage")).PersonPage),
      },
    },
  ];
}
