import { redirect, type LoaderFunctionArgs, type MiddlewareFunction } from "react-router";
import { apiContext } from "../api/api-context";
import { hasLeadScoring, tracksWebsites } from "../features/scorings";
import { isOn } from "../flags/flags";
import { paths, safePath, scoringIndexPath } from "../lib/paths";

/** A scoring page falls back to the scoring index while the flag of the scoring pages is off. */
export const onlyWithScoring: MiddlewareFunction = ({ request }, next) => {
  // The page returns as soon as the flag is on: it may just not be known yet.
  const { pathname, search } = new URL(request.url);
  if (!isOn("ff_scoring")) throw redirect(scoringIndexPath(pathname + search));
  return next();
};

/** Requests the tracked websites before a scoring page, which does not wait for them. */
export const askForWebsites: MiddlewareFunction = ({ context }, next) => {
  void tracksWebsites(context.get(apiContext));
  return next();
};

/**
 * The scoring index leads back to the page that the flag redirected from, else to the list if lead scoring is available
 * or unknown, else to the start of a channel scoring. While the flag is off it is a page of its own.
 */
export async function indexLoader({ context, request }: LoaderFunctionArgs): Promise<Response | null> {
  if (!isOn("ff_scoring")) return null;
  const from = safePath(new URL(request.url).searchParams.get("from"));
  if (from.startsWith(paths.scoring) && from !== paths.scoring && !from.startsWith(`${paths.scoring}?`)) {
    return redirect(from);
  }
  const available = await hasLeadScoring(context.get(apiContext), request.signal);
  return redirect(available === false ? paths.scoringChannel : paths.scoringList);
}
