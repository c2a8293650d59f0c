import type { Api } from "../api/api";
import type { SessionPort } from "../api/session-port";
import { createRenewal, type Renewal } from "../features/session";
import { loginPath, paths } from "../lib/paths";
import { openDialog } from "../stores/app-store";
import { endSession, restartPage, useSessionStore, watchOtherTabs } from "../stores/session-store";
import { interruptUnsaved } from "../stores/unsaved-store";
import type { AppRouter } from "./router";

export interface SessionWiring {
  readonly port: SessionPort;
  readonly renewal: Renewal;
  /** Sets the parts that are created after the port. */
  readonly connect: (api: Api, router: AppRouter) => void;
}

/** Connects the calls to the session and to the pages shown at its end. */
export function createSessionWiring(): SessionWiring {
  let api: Api | undefined;
  let router: AppRouter | undefined;
  const renewal = createRenewal(() => {
    if (!api) throw new Error("a session was renewed before the api was there");
    return api;
  });
  const here = (): string => {
    const { pathname, search, hash } = window.location;
    return pathname + search + hash;
  };
  const toLogin = (): void => void router?.navigate(loginPath(here()));
  const port: SessionPort = {
    token: () => useSessionStore.getState().token,
    prepare: renewal.prepare,
    renew: renewal.renew,
    ended: () => {
      // Of several calls that fail together only the first one navigates.
      if (useSessionStore.getState().token === undefined) return;
      interruptUnsaved();
      endSession(here());
      toLogin();
    },
    denied: () => {
      endSession(here());
      void router?.navigate(paths.error401);
    },
    trialExpired: () => {
      if (window.location.pathname !== paths.trialExpired) openDialog("trial-expired");
    },
  };
  const connect = (connectedApi: Api, connectedRouter: AppRouter): void => {
    api = connectedApi;
    router = connectedRouter;
    watchOtherTabs((before, after) => {
      if (before.token === undefined && after.token === undefined) return;
      if (after.token === undefined) {
        interruptUnsaved();
        toLogin();
      }
      // Signed in from another tab: the sign-in page redirects by itself.
      else if (before.token === undefined) void connectedRouter.revalidate();
      // Another user or account: no data of the previous one may stay on screen.
      else if (before.entry !== after.entry) restartPage();
    });
  };
  return { port, renewal, connect };
}
