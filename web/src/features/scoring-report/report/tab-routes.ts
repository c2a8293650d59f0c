import { redirect, type LoaderFunctionArgs, type MiddlewareFunction } from "react-router";
import { isOn, type FlagName } from "../../../flags/flags";
import { paths } from "../../../lib/paths";
import { readView } from "../model/view";

/** Without its flag a tab redirects to the report's details, like the address of the report alone. */
export function onlyWithFlag(flag: FlagName): MiddlewareFunction {
  return (args, next) => {
    if (!isOn(flag)) throw toDetails(args);
    return next();
  };
}

export function toDetails({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): Response {
  return redirect(paths.report(params["id"] ?? "", readView(new URL(request.url))));
}
