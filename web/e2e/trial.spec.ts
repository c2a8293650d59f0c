import type { APIResponse } from "@playwright/test";
import { amend, enter, heading, inspect, refuse } from "./pages";
import { storedSession } from "./stored-session";
import { expect, test } from "./test";

test("a trial that has ended blocks until the plan is upgraded", async ({ page, demo }) => {
  const calls = "**/api/protected/scoring/**";
  await amend(page, "**/config.json", (config) => ({ ...config, upgradeUrl: "https://plans.example/upgrade" }));
  await enter(page, demo, "/scoring/list", "Lista scoringów");
  await refuse(page, calls, 403, "ACCOUNT_TRIAL_EXPIRED");
  await page.getByRole("link", { name: "Raporty" }).click();
  const dialog = page.getByRole("dialog", { name: "Okres próbny wygasł" });
  await expect(dialog.getByText("Aby dalej korzystać z funkcji, potrzebna jest aktywna subskrypcja.")).toBeVisible();
  const upgrade = dialog.getByRole("link", { name: "Zmień plan na wyższy" });
  await expect(upgrade).toHaveAttribute("href", "https://plans.example/upgrade");
  await expect(dialog.getByRole("button").or(dialog.getByRole("link"))).toHaveCount(1);
  await inspect(page, "trial-dialog-pl-light", { fullPage: false });
  await expect(upgrade).toBeFocused();
  await page.keyboard.press("Escape");
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null), "focus stays").toBe(true);
  }
  await expect(dialog).toBeVisible();
  await page.unroute(calls);
  await amend(page, "**/users/me", (me) => ({ ...me, trialExpired: true }));
  await page.goto("/reports/scoring/list/channel");
  await expect(page).toHaveURL(/\/trial-expired$/);
  await expect(heading(page, "Okres próbny wygasł")).toBeVisible();
  await page.getByText("English").click();
  await expect(heading(page, "Trial period has expired")).toBeVisible();
  await expect(page.getByText("To continue using the features, an active subscription is required.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Upgrade plan" })).toBeVisible();
  await inspect(page, "trial-page-en-light");
  await page.unroute("**/users/me");
  await page.reload();
  await expect(heading(page, "List of scorings")).toBeVisible();
});

test("a trial that ends within a week is told until somebody closes it", async ({ page, operator }) => {
  const soon = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString();
  await amend(page, "**/config.json", (config) => ({ ...config, upgradeUrl: "https://plans.example/upgrade" }));
  await amend(page, "**/users/me", (me) => ({ ...me, trialEndsAt: soon }));
  await enter(page, await operator.newAccount("proba"), "/settings", "Moje dane");
  const alert = page.getByRole("status").filter({ hasText: /^Okres próbny kończy się/ });
  await expect(alert.getByRole("link", { name: "Zmień plan na wyższy" })).toBeVisible();
  await inspect(page, "trial-soon-pl-light", { fullPage: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, "trial-soon-phone-pl-light", { fullPage: false });
  await alert.getByRole("button", { name: "Zamknij" }).click();
  await expect(alert).toBeHidden();
});

test("a trial that the operator ends, and the plan that follows", async ({
  page,
  request,
  operator,
  person,
  watch,
}) => {
  watch.expect(403, /^\/api\/protected\//);
  await operator.run("account", "set-package", String(person.id), "STANDARD", "--trial-until", "2026-01-01");
  const dialog = page.getByRole("dialog", { name: "Okres próbny wygasł" });
  // The gateway learns of it within a second; until then calls succeed.
  const headers = { authorization: `Bearer ${(await storedSession(page)).token ?? ""}` };
  const list = (): Promise<APIResponse> => request.get("/api/protected/scoring/scorings", { headers });
  await expect.poll(async () => (await list()).status(), { timeout: 10_000 }).toBe(403);
  await page.getByRole("link", { name: "Raporty" }).click();
  await dialog.getByRole("button", { name: "Zmień plan na wyższy" }).click();
  await expect(page).toHaveURL(/\/trial-expired$/);
  await expect(heading(page, "Okres próbny wygasł")).toBeVisible();
  await expect(page.getByText("Skontaktuj się z opiekunem konta, aby zmienić plan.")).toBeVisible();
  await inspect(page, "trial-page-pl-light");
  await operator.run("account", "set-package", String(person.id), "PRO");
  // While a service does not know the new plan yet, lead scoring is unknown, which leads to the list.
  await expect(async () => {
    await page.goto("/");
    await expect(page.locator("h1")).toBeVisible();
    expect(page.url()).toMatch(/\/scoring\/(channel|list)$/);
  }).toPass({ timeout: 10_000 });
  await expect(page.getByRole("navigation", { name: "Menu główne" })).toBeVisible();
});
