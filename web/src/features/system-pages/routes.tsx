import { redirect, type RouteObject } from "react-router";
import { paths } from "../../lib/paths";
import { useAppStore } from "../../stores/app-store";
import { Error401Page, Error500Page } from "./ErrorPage";

/** The two error pages, public and without the shell; every unknown path leads to the first. */
export function systemRoutes(): RouteObject[] {
  return [
    { path: paths.error500, loader: () => note(500), Component: Error500Page },
    { path: paths.error401, loader: () => note(401), Component: Error401Page },
    { path: "*", loader: () => redirect(paths.error500) },
  ];
}

/** Stores the failure that led here. */
function note(errorCode: number): null {
  useAppStore.setState({ errorCode });
  return null;
}
