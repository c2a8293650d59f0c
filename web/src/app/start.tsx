import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createApi, type Api } from "../api/api";
import { ApiProvider } from "../api/api-context";
import { loadConfig, type PublicConfig } from "../api/config";
import { createFetchFlags } from "../api/feature-flags";
import { receiveLink } from "../features/session";
import { FLAGS_CHANGED, loadFlags, pollFlags } from "../flags/flags";
import { firstLanguage, showLanguage, showPseudo } from "../i18n/language";
import { watchParts } from "../lib/lost-parts";
import { paths } from "../lib/paths";
import { reportCrash, reportFailure, startReporting } from "../reporting/reporting";
import { noteSuperAdmin, noteVersion, useAppStore } from "../stores/app-store";
import { useConfigStore } from "../stores/config-store";
import { useSessionStore } from "../stores/session-store";
import "../theme/global.css";
import { followMode } from "../theme/use-mode";
import { readModes } from "./modes";
import { createRouter, loadPage, prefetchPages, type AppRouter } from "./router";
import { routes } from "./routes";
import { createSessionWiring, type SessionWiring } from "./session-port";
import { addSupportScript } from "./support-script";

/** Wires the program and draws it into `element`. */
export async function start(element: HTMLElement): Promise<void> {
  const modes = readModes();
  followMode();
  watchParts();
  const wiring = createSessionWiring();
  const fetchFlags = createFetchFlags();
  const tree = routes(wiring.renewal);
  // The first page loads while the responses are on their way.
  if (useSessionStore.getState().token !== undefined) loadPage(tree, window.location.pathname);
  const [api, config] = await Promise.all([
    modes.mock ? sampleApi() : realApi(wiring),
    modes.mock ? sampleConfig() : loadConfig(),
    modes.mock ? undefined : loadFlags(fetchFlags),
    // A missing catalogue must not block the start: the page then starts in Polish.
    firstTexts(modes.pseudo),
  ]);
  useConfigStore.setState(config);
  useAppStore.setState({ stage: config.stage });
  receiveLink();
  const router = createRouter(api, tree);
  // The same page may get such an address without being reloaded.
  window.addEventListener("hashchange", () => receiveLink() && void router.navigate(paths.enter, { replace: true }));
  wiring.connect(api, router);
  prefetchPages(router);
  if (!modes.mock) pollFlags(fetchFlags);
  window.addEventListener(FLAGS_CHANGED, () => void router.revalidate());
  await firstPage(router);
  createRoot(element, { onUncaughtError: reportCrash, onCaughtError: reportCrash }).render(
    <StrictMode>
      <ApiProvider value={api}>
        <RouterProvider router={router} />
      </ApiProvider>
    </StrictMode>,
  );
  void startReporting(config, () => useAppStore.getState().version);
  addSupportScript(config.supportScriptUrl);
}

/** How long the frame in index.html may replace a page whose data are loading, in milliseconds. */
const FRAME_MS = 1500;

/** Waits until the first page has its data, so that it is drawn once; a slow one is drawn as a skeleton meanwhile. */
function firstPage(router: AppRouter): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, FRAME_MS);
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) done();
    });
  });
}

function realApi({ port }: SessionWiring): Api {
  return createApi({
    session: port,
    onVersion: noteVersion,
    onSuperAdmin: noteSuperAdmin,
    onFailure: reportFailure,
  });
}

async function sampleConfig(): Promise<PublicConfig> {
  return (await import("../mock/mock-api")).SAMPLE_CONFIG;
}

async function sampleApi(): Promise<Api> {
  const { startMock } = await import("../mock/mock-api");
  return startMock();
}

async function firstTexts(pseudo: boolean): Promise<void> {
  if (pseudo) await showPseudo();
  else await showLanguage(firstLanguage()).catch(() => showLanguage("pl"));
}
