import { redirect, type MiddlewareFunction } from "react-router";
import { isOn } from "../flags/flags";
import { scoringIndexPath } from "../lib/paths";

/** A scoring page falls back to the scoring index while the flag of the scoring pages is off. */
export const onlyWithScoring: MiddlewareFunction = ({ request }, next) => {
  // The page comes back as soon as the flag is on: it may only not be known yet.
  const { pathname, search } = new URL(request.url);
  if (!isOn("ff_scoring")) throw redirect(scoringIndexPath(pathname + search));
  return next();
};
