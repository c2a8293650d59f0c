import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { createNewContactLoader, createPersonLoader, revalidatePerson } from "./loader";
import { PersonError } from "./PersonError";
import { routeMessages } from "./route-messages";
import { createSearchLoader } from "./search";

/** Finding contacts, adding one, and the page of one. */
export function contactsRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.contacts,
      loader: createSearchLoader(api),
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={routeMessages.list} />,
      lazy: { Component: part(async () => (await import("./ContactsPage")).ContactsPage) },
    },
    {
      path: paths.newContact,
      loader: createNewContactLoader(api),
      HydrateFallback: PageSkeleton,
      ErrorBoundary: () => <RouteError title={routeMessages.add} />,
      lazy: { Component: part(async () => (await import("./NewContactPage")).NewContactPage) },
    },
    {
      path: paths.contactPattern,
      loader: createPersonLoader(api),
      shouldRevalidate: revalidatePerson,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: PersonError,
      lazy: { Component: part(async () => (await import("./PersonPage")).PersonPage) },
    },
  ];
}
