import { redirect, type MiddlewareFunction } from "react-router";
import { isOn } from "../flags/flags";
import { paths } from "../lib/paths";

/** A scoring page falls back to the scoring index while the flag of the scoring pages is off. */
export const onlyWithScoring: MiddlewareFunction = (_args, next) => {
  if (!isOn("ff_scoring")) throw redirect(paths.scoring);
  return next();
};
