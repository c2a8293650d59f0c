import { create } from "@bufbuild/protobuf";
import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { AccountService } from "../gen/puls/account/v1/account_service_pb";
import { UiConfigSchema, UiMenuItemSchema } from "../gen/puls/account/v1/ui_config_pb";
import { takeFlags } from "../flags/flags";
import { addSidebarItem, useAppStore } from "../stores/app-store";
import { continueSession } from "../stores/session-store";
import { expectAccessible, renderApp } from "../test/render-app";
import { sampleApi } from "../test/sample-api";
import { routes } from "./routes";

const menu = (): Promise<HTMLElement> => screen.findByRole("navigation", { name: "Menu główne" });
const names = async (): Promise<(string | null)[]> =>
  within(await menu())
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

test("the side menu is drawn from the items of the store, and the page's own is marked", async () => {
  const router = await renderApp(routes, sampleApi(), { path: "/contacts/databases" });
  await menu();
  expect(useAppStore.getState().sidebarItems.map(({ key }) => key)).toEqual(["/", "scoring", "contacts"]);
  act(() => addSidebarItem({ key: "x", label: "Szablony", icon: "", url: "/imports", active: true, children: [] }));
  const current = async (): Promise<(string | null)[]> =>
    within(await menu())
      .getAllByRole("link", { current: "page" })
      .map(({ textContent }) => textContent);
  expect(await names()).toContain("Szablony");
  expect(await current()).toEqual(["Bazy"]);
  await act(() => router.navigate("/contacts"));
  expect(await current()).toEqual(["Kontakty"]);
});

test("the connected system's items stand after the way to the start page, under their own heading", async () => {
  const api = sampleApi((router) =>
    router.rpc(AccountService.method.listExternalTranslations, () => ({
      languages: { pl: { texts: { "menu.campaigns": "Kampanie" } } },
    })),
  );
  const router = await renderApp(routes, api, { path: "/settings" });
  await menu();
  const child = create(UiMenuItemSchema, { key: "sent", label: "Wysłane", url: "https://system.example/sent" });
  const top = create(UiMenuItemSchema, { key: "campaigns", label: "menu.campaigns", children: [child] });
  continueSession({
    token: "other",
    expire: 4_000_000_000,
    externalUiConfig: create(UiConfigSchema, { sideMenu: [top] }),
  });
  await act(() => router.navigate("/contacts/databases"));
  expect((await names()).slice(0, 3)).toEqual(["Powrót do menu głównego", "Wysłane", "Lista scoringów"]);
  expect(within(await menu()).getByRole("list", { name: "Kampanie" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Wysłane" })).toHaveAttribute("href", "https://system.example/sent");
  await expectAccessible();
});

test("the entries of scorings come and go with their flag", async () => {
  const router = await renderApp(routes, sampleApi(), { path: "/settings", flags: {} });
  expect((await names()).slice(0, 2)).toEqual(["Powrót do menu głównego", "Raporty"]);
  takeFlags({ features: { ff_scoring: { defaultValue: true } } }, false);
  await act(() => router.revalidate());
  expect((await names()).slice(1, 3)).toEqual(["Lista scoringów", "Oblicz nowy"]);
});
