import type { ComponentType } from "react";
import { redirect, replace, type RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { hasValidSession, useSessionStore } from "../../stores/session-store";
import { followLink, hasLink, type EnterData } from "./link-entry";
import { LoginPage } from "./LoginPage";
import { createLoginAction, createLogoutLoader, loginLoader } from "./login";
import { part } from "../../ui/part";

/** The public routes of a session. */
export function sessionRoutes(api: Api): RouteObject[] {
  return [
    { path: paths.login, loader: loginLoader, action: createLoginAction(api), Component: LoginPage },
    { path: paths.enter, loader: createEnterLoader(api), lazy: { Component: part(loadEnterPage) } },
    { path: paths.logout, loader: createLogoutLoader(api) },
  ];
}

/** Follows a link of the connected system; while somebody is signed in the page asks first. */
function createEnterLoader(api: Api) {
  return async (): Promise<EnterData | Response> => {
    if (!hasLink()) return redirect(paths.home);
    if (useSessionStore.getState().token === undefined) return replace(await followLink(api));
    const me = hasValidSession() ? await api.account.getMe({}).catch(() => undefined) : undefined;
    return { email: me?.email ?? "" };
  };
}

async function loadEnterPage(): Promise<ComponentType> {
  return (await import("./EnterPage")).EnterPage;
}

export async function loadTrialPage(): Promise<ComponentType> {
  return (await import("./TrialPage")).TrialPage;
}
