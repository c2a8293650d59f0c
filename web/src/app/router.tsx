import type { ComponentType } from "react";
import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from "react-router";
import type { Api } from "../api/api";
import { catalogueRoutes } from "../features/catalogue";
import { connectionsRoutes } from "../features/connections";
import { contactsRoutes } from "../features/contacts";
import { dataProtectionRoutes } from "../features/data-protection";
import { databasesRoutes } from "../features/databases";
import { educationRoutes } from "../features/education";
import { importsRoutes } from "../features/imports";
import { registrationRoutes } from "../features/registration";
import { reportRoutes } from "../features/scoring-report";
import { editorRoutes } from "../features/scoring-editor";
import { loadingRoutes } from "../features/scoring-loading";
import { startRoutes } from "../features/scoring-start";
import { runsRoutes } from "../features/runs";
import { createLeadScoring, scoringsRoutes } from "../features/scorings";
import {
  createGuard,
  createRenewal,
  loadTrialPage,
  SESSION_ROUTE,
  sessionLoader,
  sessionRoutes,
  trialLoader,
  type Renewal,
} from "../features/session";
import { sendingsRoutes } from "../features/sendings";
import { settingsRoutes } from "../features/settings";
import { Error500Page, systemRoutes } from "../features/system-pages";
import { paths } from "../lib/paths";
import { useSessionStore } from "../stores/session-store";
import type { ExternalTexts } from "./external-menu";
import { Root } from "./Root";
import { askForWebsites, createIndexLoader, onlyWithScoring } from "./scoring-routes";
import { StartingPage } from "./StartingPage";
import { part } from "../ui/part";

/** Every route of the product. */
export function routes(api: Api, renewal: Renewal = createRenewal(() => api)): RouteObject[] {
  return [
    {
      Component: Root,
      HydrateFallback: StartingPage,
      children: [
        {
          ErrorBoundary: Error500Page,
          children: [
            {
              id: SESSION_ROUTE,
              middleware: [createGuard(api, renewal)],
              loader: createShellLoader(api),
              // It only hands on what the guard knows, and the guard must stand before every page.
              shouldRevalidate: () => true,
              children: [
                { path: paths.trialExpired, loader: trialLoader, lazy: { Component: part(loadTrialPage) } },
                { lazy: { Component: part(async () => (await loadShell()).Shell) }, children: pages(api) },
              ],
            },
            ...sessionRoutes(api),
            ...registrationRoutes(api),
            ...systemRoutes(),
          ],
        },
      ],
    },
  ];
}

/** What stands round the pages; not needed for signing in. */
export function loadShell(): Promise<{ readonly Shell: ComponentType }> {
  return import("./Shell");
}

/** The pages inside the shell. */
function pages(api: Api): RouteObject[] {
  const lead = createLeadScoring(api);
  const scoring = scoringsRoutes(api, lead);
  return [
    { path: paths.home, loader: () => redirect(paths.scoring) },
    {
      path: paths.scoring,
      loader: createIndexLoader(lead),
      lazy: { Component: part(async () => (await import("./ScoringOffPage")).ScoringOffPage) },
    },
    {
      middleware: [onlyWithScoring, askForWebsites(lead)],
      children: [
        ...scoring.filter(({ path }) => path?.startsWith(paths.scoring)),
        ...startRoutes(api),
        ...educationRoutes(),
        ...editorRoutes(api),
        ...loadingRoutes(api),
        ...runsRoutes(api),
      ],
    },
    ...scoring.filter(({ path }) => !path?.startsWith(paths.scoring)),
    ...reportRoutes(api),
    ...sendingsRoutes(api),
    ...contactsRoutes(api),
    ...catalogueRoutes(api),
    ...dataProtectionRoutes(api),
    ...importsRoutes(api),
    ...databasesRoutes(api),
    ...connectionsRoutes(api),
    ...settingsRoutes(api),
  ];
}

/** The user, and the connected system's words where it has menus of its own. Failing words show as their keys. */
function createShellLoader(api: Api) {
  return async (args: LoaderFunctionArgs) => {
    const { me } = sessionLoader(args);
    return { me, texts: useSessionStore.getState().ui ? await externalTexts(api, args.request.signal) : {} };
  };
}

let known: { readonly entry: string | undefined; readonly texts: ExternalTexts } | undefined;

async function externalTexts(api: Api, signal: AbortSignal): Promise<ExternalTexts> {
  const { entry } = useSessionStore.getState();
  if (known && known.entry === entry) return known.texts;
  try {
    const { languages } = await api.account.listExternalTranslations({}, { signal });
    const texts = Object.fromEntries(Object.entries(languages).map(([name, { texts: words }]) => [name, words]));
    known = { entry, texts };
    return texts;
  } catch {
    return {};
  }
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function createRouter(api: Api, renewal: Renewal): AppRouter {
  return createBrowserRouter(routes(api, renewal), { future: { v8_middleware: true } });
}
