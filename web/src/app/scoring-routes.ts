import { redirect, type LoaderFunction, type MiddlewareFunction } from "react-router";
import type { LeadScoring } from "../features/scorings";
import { isOn } from "../flags/flags";
import { paths, safePath, scoringIndexPath } from "../lib/paths";

/** A scoring page falls back to the scoring index while the flag of the scoring pages is off. */
export const onlyWithScoring: MiddlewareFunction = ({ request }, next) => {
  // The page comes back as soon as the flag is on: it may only not be known yet.
  const { pathname, search } = new URL(request.url);
  if (!isOn("ff_scoring")) throw redirect(scoringIndexPath(pathname + search));
  return next();
};

/** Tracked websites are asked for before a scoring page; it does not wait for them. */
export function askForWebsites(lead: LeadScoring): MiddlewareFunction {
  return (_, next) => {
    void lead.tracked();
    return next();
  };
}

/**
 * The scoring index leads back to where the flag sent somebody from, else to the list where lead scoring is available or
 * nobody can tell, else to the start of a channel scoring. While the flag is off it is a page of its own.
 */
export function createIndexLoader(lead: LeadScoring): LoaderFunction {
  return async ({ request }) => {
    if (!isOn("ff_scoring")) return null;
    const from = safePath(new URL(request.url).searchParams.get("from"));
    if (from.startsWith(paths.scoring) && from !== paths.scoring && !from.startsWith(`${paths.scoring}?`)) {
      return redirect(from);
    }
    return redirect((await lead.available(request.signal)) === false ? paths.scoringChannel : paths.scoringList);
  };
}
