import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigation, type NavigateOptions } from "react-router";
import { changeSearch } from "../lib/search";

/** Values of the address that change, or what makes a whole search of the newest one. */
type Change = Readonly<Record<string, string | readonly string[] | undefined>> | ((search: URLSearchParams) => string);

/**
 * Answers what shows the page with another search. Each change goes on from the one before, also from one whose page
 * is still on its way: the address follows only when that has come.
 */
export function useShow(options: NavigateOptions): (change: Change) => void {
  const { pathname, search } = useLocation();
  const coming = useNavigation().location;
  const navigate = useNavigate();
  const seen = coming?.pathname === pathname ? coming.search : search;
  const newest = useRef(seen);
  // What the router shows, also after a way back, is the newest again; a change between two renderings is not shown yet.
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
