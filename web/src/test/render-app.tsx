import { render } from "@testing-library/react";
import axe from "axe-core";
import { createMemoryRouter, parsePath, RouterProvider, type RouteObject } from "react-router";
import { expect } from "vitest";
import type { Api } from "../api/api";
import { ApiProvider, routerContext } from "../api/api-context";
import type { FlagPayload } from "../api/feature-flags";
import { createRenewal, type Renewal } from "../features/session";
import { takeFlags } from "../flags/flags";
import { showLanguage } from "../i18n/language";
import { useAppStore } from "../stores/app-store";
import { endSession, startSession } from "../stores/session-store";
import { usePreferenceStore, type Language } from "../stores/preference-store";

interface AppOptions {
  readonly path: string;
  /** The state of the link to the address. */
  readonly state?: object;
  readonly language?: Language;
  readonly signedIn?: boolean;
  readonly flags?: FlagPayload["features"];
}

/** All flags of the product, enabled. */
const ALL_ON: FlagPayload["features"] = {
  ff_scoring: { defaultValue: true },
  ff_api_key: { defaultValue: true },
  ff_3377: { defaultValue: true },
  ff_2235: { defaultValue: true },
};

/** Renders the whole application at an address, signed in by default. */
export async function renderApp(
  routes: (renewal: Renewal) => RouteObject[],
  api: Api,
  { path, state, language = "pl", signedIn = true, flags = ALL_ON }: AppOptions,
): Promise<ReturnType<typeof createMemoryRouter>> {
  useAppStore.setState(useAppStore.getInitialState());
  takeFlags({ features: flags }, false);
  usePreferenceStore.setState({ chosenLanguage: language, colorMode: "light", csvDelimiter: undefined });
  await showLanguage(language);
  if (signedIn) startSession({ token: "token", expire: 4_000_000_000 });
  else endSession();
  const router = createMemoryRouter(routes(createRenewal(() => api)), {
    getContext: () => routerContext(api),
    initialEntries: [{ ...parsePath(path), state }],
    future: { v8_middleware: true },
  });
  render(
    <ApiProvider value={api}>
      <RouterProvider router={router} />
    </ApiProvider>,
  );
  return router;
}

/**
 * Expects axe to find no faults in names, roles and structure. Contrast, which needs layout, is checked in the browser.
 */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, {
    reporter: "no-passes",
    selectors: false,
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}
