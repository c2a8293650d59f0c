import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createApi, type Api } from "../api/api";
import { ApiProvider } from "../api/api-context";
import { showLanguage } from "../i18n/language";
import { loginPath } from "../lib/paths";
import { noteVersion } from "../stores/app-store";
import { usePreferenceStore } from "../stores/preference-store";
import { endSession, useSessionStore } from "../stores/session-store";
import { createRouter, type AppRouter } from "./router";

/** Wires the program and draws it into `element`. */
export async function start(element: HTMLElement): Promise<void> {
  const api: Api = createApi({
    session: {
      token: () => useSessionStore.getState().token,
      // Refresh tokens will be asked for here; parallel calls must share one attempt.
      renew: () => Promise.resolve(false),
      ended: () => {
        endSession();
        const { pathname, search, hash } = window.location;
        void router.navigate(loginPath(pathname + search + hash));
      },
    },
    onVersion: noteVersion,
  });
  // A missing catalogue must not keep anybody out: the page then starts in Polish.
  await showLanguage(usePreferenceStore.getState().chosenLanguage ?? "pl").catch(() => showLanguage("pl"));
  const router: AppRouter = createRouter(api);
  createRoot(element).render(
    <StrictMode>
      <ApiProvider value={api}>
        <RouterProvider router={router} />
      </ApiProvider>
    </StrictMode>,
  );
}
