import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigation, type NavigateOptions } from "react-router";
import { changeSearch } from "../lib/search";

/** The values of the address to change, or a function from the newest search to the whole new one. */
type Change = Readonly<Record<string, string | readonly string[] | undefined>> | ((search: URLSearchParams) => string);

/**
 * Returns a function that shows the page with another search. Each change is based on the one before, even if its page
 * is still loading: the address changes only once it is loaded.
 */
export function useShow(options: NavigateOptions): (change: Change) => void {
  const { pathname, search } = useLocation();
  const coming = useNavigation().location;
  const navigate = useNavigate();
  const seen = coming?.pathname === pathname ? coming.search : search;
  const newest = useRef(seen);
  // The router's current search, also after going back, is the newest again; a change between two renders is not shown
  // yet.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    newest.current = seen;
  }, [seen]);
  return (change) => {
    const from = new URLSearchParams(newest.current);
    newest.current = typeof change === "function" ? change(from) : changeSearch(from, change);
    void navigate({ search: newest.current }, { preventScrollReset: true, ...options });
  };
}
