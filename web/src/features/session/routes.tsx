import { redirect, type RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { endSession } from "../../stores/session-store";
import { createLoginAction, loginLoader } from "./login";
import { LoginPage } from "./LoginPage";

/** The public routes of a session. */
export function sessionRoutes(api: Api): RouteObject[] {
  return [
    { path: paths.login, loader: loginLoader, action: createLoginAction(api), Component: LoginPage },
    {
      path: paths.logout,
      loader: () => {
        endSession();
        return redirect(paths.login);
      },
    },
  ];
}
