import { useDeferredValue, useEffect } from "react";

/** Whether the first page is still to be drawn. After a reload it is drawn whole, to be as long as its scroll position. */
let first = performance
  .getEntriesByType("navigation")
  .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === "navigate");

/**
 * Whether a page draws the parts below its head. The first page that is opened draws its head alone at first: on a slow
 * phone it is read a quarter of a second earlier.
 */
export function useHeadFirst(): boolean {
  const whole = useDeferredValue(true, !first);
  // Only a mounted page counts as drawn.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    first = false;
  }, []);
  return whole;
}
