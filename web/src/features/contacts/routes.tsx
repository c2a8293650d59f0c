import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { createPersonLoader, revalidatePerson } from "./loader";
import { PersonError } from "./PersonError";

/** Finding a contact, and the page of one. */
export function contactsRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.contacts,
      lazy: { Component: part(async () => (await import("./ContactsPage")).ContactsPage) },
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
