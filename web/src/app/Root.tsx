import { useEffect, useRef, type ReactNode } from "react";
import { Outlet, ScrollRestoration, useLocation, type Location } from "react-router";
import { I18nProvider } from "../i18n/I18nProvider";
import { focusHeading } from "../ui/focus-heading";
import { Snackbars } from "../ui/Snackbars";

/** Outermost of all routes: language, looks, scroll position and, after navigation, focus on the heading. */
export function Root(): ReactNode {
  return (
    <I18nProvider>
      <FocusHeading />
      <Outlet />
      <Snackbars />
      <ScrollRestoration getKey={positionKey} />
    </I18nProvider>
  );
}

/** Key of a scroll position. Entries that the router did not make, such as a hash, share one key: "default". */
function positionKey({ key, pathname, hash }: Location): string {
  return key === "default" ? pathname + hash : key;
}

/** Moves the focus to the new page's h1, so that a screen reader announces the page. */
function FocusHeading(): ReactNode {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // Focus belongs to the document, not to React: it can move only once the new page is rendered.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
  }, [pathname]);
  return null;
}
