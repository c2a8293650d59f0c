import type { Page } from "@playwright/test";
import { amend, choose, enter, heading, inspect } from "./pages";
import { expect, test } from "./test";

declare global {
  interface Window {
    /** Set by the support script. */
    supportLoaded?: string;
  }
}

/** Moves the pointer away and waits until its tooltip has gone. */
async function noTooltip(page: Page): Promise<void> {
  await page.mouse.move(700, 700);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
}

test("the side menu folds, the guide explains, tooltips stand below", async ({ person: { page } }) => {
  const reports = page.getByRole("link", { name: "Raporty" });
  // At the top of its column, and as wide: a popover's own margin would put it in the middle.
  const menu = await page.getByRole("navigation", { name: "Menu główne" }).boundingBox();
  expect(menu).toMatchObject({ x: 12, y: 56, width: 223 });
  await page.getByRole("button", { name: "Zwiń menu" }).click();
  await expect(page.locator('[data-menu="mini"]')).toBeVisible();
  await reports.hover();
  const tip = page.getByRole("tooltip").filter({ hasText: "Raporty" });
  await expect(tip).toBeVisible();
  const [link, box] = [await reports.boundingBox(), await tip.boundingBox()];
  expect(box?.y, "the tooltip stands at the bottom").toBeGreaterThanOrEqual((link?.y ?? 0) + (link?.height ?? 0) - 1);
  await noTooltip(page);
  await inspect(page, "menu-mini-pl-light");
  await page.reload();
  await expect(page.locator('[data-menu="mini"]')).toBeVisible();
  await page.getByRole("button", { name: "Rozwiń menu" }).click();
  await page.getByRole("button", { name: "Przewodnik po systemie" }).click();
  const guide = page.getByRole("complementary", { name: "Przewodnik po systemie" });
  await expect(guide.getByText("Przewodnik: 1 z 4")).toBeVisible();
  const [panel, content] = [await guide.boundingBox(), await page.locator("main").boundingBox()];
  expect((panel?.y ?? 0) + (panel?.height ?? 0), "the guide covers nothing").toBeLessThanOrEqual(content?.y ?? 0);
  await guide.getByRole("button", { name: "Dalej" }).click();
  await expect(guide.getByRole("heading", { name: "Menu główne" })).toBeVisible();
  await noTooltip(page);
  await inspect(page, "guide-pl-light");
  await reports.click();
  await expect(guide.getByRole("heading", { name: "Raporty" })).toBeVisible();
  await guide.getByRole("button", { name: "Wyłącz przewodnik" }).click();
  await expect(guide).toBeHidden();
  await expect(page.locator('[data-guide="guide"]')).toBeFocused();
});

test("on a phone the menu is a drawer", async ({ person: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const button = page.getByRole("button", { name: "Menu główne" });
  const menu = page.getByRole("navigation", { name: "Menu główne" });
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu).toBeVisible();
  await inspect(page, "menu-drawer-pl-light", { fullPage: false });
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: "Powrót do menu głównego" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: "Lista scoringów" })).toBeFocused();
  await menu.getByRole("link", { name: "Importy" }).click();
  await expect(heading(page, "Importy")).toBeVisible();
  await expect(menu).toBeHidden();
  await button.click();
  await page.mouse.click(380, 400);
  await expect(menu).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("links and scripts that the operator configured", async ({ page, operator }) => {
  await amend(page, "**/config.json", (config) => ({
    ...config,
    knowledgeBaseUrl: "https://help.example/base",
    bugReportUrl: "https://help.example/bug",
    supportScriptUrl: "/support-of-the-test.js",
    upgradeUrl: "javascript:alert(1)",
  }));
  await page.route("**/support-of-the-test.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "window.supportLoaded = document.readyState;" }),
  );
  await enter(page, await operator.newAccount("pomoc"), "/scoring/list", "Lista scoringów");
  await expect(page.getByRole("link", { name: "Baza wiedzy" })).toHaveAttribute("href", "https://help.example/base");
  await expect(page.getByRole("link", { name: "Zgłoś błąd" })).toHaveAttribute("href", "https://help.example/bug");
  await expect.poll(() => page.evaluate(() => window.supportLoaded)).toBe("complete");
  await expect(page.locator("script[data-support]")).toHaveCount(1);
  // Nothing is reported from the local stage: its library is not even loaded.
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(loaded.filter((name) => /sentry|replay/i.test(name))).toEqual([]);
});

test("the support script comes from another origin, after the page", async ({ page, program }) => {
  await page.goto("/login");
  await expect(heading(page, "Zaloguj się")).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.supportLoaded)).toBe("complete");
  await expect(page.locator("script[data-support]")).toHaveAttribute("src", `${program.secondOrigin}/support.js`);
});

test("notices: super admin, new version, offline", async ({ person: { page }, context }) => {
  await amend(page, "**/api/protected/**", undefined, { "x-super-admin": "42" });
  await page.getByRole("link", { name: "Raporty" }).click();
  const admin = page.getByText("Pracujesz jako superadministrator na koncie nr 42");
  await expect(admin).toBeVisible();
  await expect(page.locator("[data-notice]", { has: admin }).getByRole("button")).toHaveCount(0);
  // A call that is passing through the test ends before its rule is removed.
  await page.unrouteAll({ behavior: "wait" });
  await amend(page, "**/api/protected/scoring/**", undefined, { "x-app-version": "another" });
  await page.getByRole("link", { name: "Lista scoringów" }).click();
  await expect(page.getByText("Dostępna jest nowa wersja. Zapisz zmiany i odśwież stronę.")).toBeVisible();
  await expect(admin).toBeVisible();
  await choose(page, "English");
  await expect(page.getByText("Super Admin account activated: account no. 42")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await inspect(page, "notices-en-light");
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).not.toBeAttached();
  // A page that had reloaded itself meanwhile would not show it any more.
  await expect(page.getByText("A new version is available")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("A new version is available")).not.toBeAttached();
});

test("a part of the program that does not come says so and can be loaded again", async ({
  person: { page },
  watch,
}) => {
  const part = /assets\/SettingsPage/;
  watch.expect(404, part);
  await page.route(part, (route) => route.fulfill({ status: 404, body: "gone" }));
  await choose(page, "Ustawienia");
  await expect(heading(page, "Nie udało się wczytać tej strony")).toBeVisible();
  await inspect(page, "part-missing-pl-light");
  await page.unroute(part);
  await page.getByRole("button", { name: "Odśwież" }).click();
  await expect(heading(page, "Moje dane")).toBeVisible();
});

test.describe("on a low window", () => {
  test.use({ viewport: { width: 1000, height: 500 } });

  test("the page moves to a hash, back to where it was, and otherwise to the top", async ({ page, operator }) => {
    const scrolled = () => page.evaluate(() => window.scrollY);
    await enter(page, await operator.newAccount("przewijanie"), "/settings", "Moje dane");
    // The page is high enough once its sections are loaded.
    await expect.poll(() => page.evaluate(() => (window.scrollTo(0, 700), window.scrollY))).toBe(700);
    await page.getByRole("link", { name: "Raporty" }).click();
    await expect(heading(page, "Raporty")).toBeVisible();
    await expect.poll(scrolled).toBe(0);
    await expect(page.locator("h1")).toBeFocused();
    await page.goBack();
    await expect(heading(page, "Moje dane")).toBeVisible();
    await expect.poll(scrolled).toBe(700);
    await page.goForward();
    await expect(heading(page, "Raporty")).toBeVisible();
    await page.goto("/settings#content");
    await expect(heading(page, "Moje dane")).toBeVisible();
    await page
      .locator("section")
      .nth(-2)
      .evaluate((section) => {
        section.id = "there";
        history.replaceState(history.state, "", "/settings");
      });
    await page.evaluate(() => (location.hash = "there"));
    await expect
      .poll(() => page.locator("#there").evaluate((section) => Math.abs(section.getBoundingClientRect().top)))
      .toBeLessThan(400);
  });
});
