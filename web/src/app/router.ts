import { createBrowserRouter, matchRoutes, type RouteObject } from "react-router";
import type { Api } from "../api/api";
import { routerContext } from "../api/api-context";

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function createRouter(api: Api, routes: RouteObject[]): AppRouter {
  return createBrowserRouter(routes, {
    getContext: () => routerContext(api),
    future: { v8_middleware: true },
  });
}

/** Loads the modules of a page before the router asks for them. */
export function loadPage(all: RouteObject[], pathname: string): void {
  for (const { route } of matchRoutes(all, pathname) ?? []) {
    // A part that fails now is loaded again with the page, which then shows the failure.
    if (typeof route.lazy === "function") route.lazy().catch(() => undefined);
  }
}

/** Loads the page of a link under the pointer or the focus, so that its data can be requested immediately. */
export function prefetchPages(router: AppRouter): void {
  const prefetch = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.origin !== window.location.origin) return;
    loadPage(router.routes, link.pathname);
  };
  for (const event of ["pointerover", "focusin"]) document.addEventListener(event, prefetch, { passive: true });
}
