import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { createLoginAction, createLogoutLoader, loginLoader } from "./login";

/** The public routes of a session. */
export function sessionRoutes(api: Api): RouteObject[] {
  return [
    { path: paths.login, loader: loginLoader, action: createLoginAction(api), lazy: { Component: loadLoginPage } },
    { path: paths.logout, loader: createLogoutLoader(api) },
  ];
}

export async function loadLoginPage(): Promise<ComponentType> {
  return (await import("./LoginPage")).LoginPage;
}

export async function loadTrialPage(): Promise<ComponentType> {
  return (await import("./TrialPage")).TrialPage;
}
