import type { BrowserContext } from "@playwright/test";
import { amend, choose, enter, heading, inspect, refuse, signIn } from "./pages";
import { changeSession, storedSession } from "./stored-session";
import { expect, test } from "./test";

const REFRESH = "**/users:refresh-token";
const PAST = 1_000_000_000;

/** Counts the calls of every tab with `part` in their address. */
function count(context: BrowserContext, part: string): () => number {
  let calls = 0;
  context.on("request", (request) => (calls += request.url().includes(part) ? 1 : 0));
  return () => calls;
}

test("two tabs with an expired token make one refresh and share its result", async ({ person: { page }, context }) => {
  const other = await context.newPage();
  await other.goto("/reports/scoring/list/channel");
  await expect(heading(other, "Raporty")).toBeVisible();
  const { token: before } = await storedSession(page);
  await changeSession(page, { expire: PAST });
  const refreshes = count(context, "users:refresh-token");
  await Promise.all([page.reload(), other.reload()]);
  await expect(heading(page, "Lista scoringów")).toBeVisible();
  await expect(heading(other, "Raporty")).toBeVisible();
  expect(refreshes()).toBe(1);
  const { token: after } = await storedSession(other);
  expect(after).not.toBe(before);
  expect((await storedSession(page)).token).toBe(after);
});

test("calls that are refused together make one refresh and are repeated once", async ({ page, context, demo }) => {
  await enter(page, demo, "/scoring/list", "Lista scoringów");
  const { token: old = "" } = await storedSession(page);
  // From now on the server refuses the old token only.
  await refuse(page, "**/api/protected/scoring/**", 401, "TOKEN_INVALID", {
    when: (request) => request.headers()["authorization"] === `Bearer ${old}`,
  });
  const refreshes = count(context, "users:refresh-token");
  const lists = count(context, "/api/protected/scoring/scorings");
  await page.getByRole("link", { name: "Raporty" }).click();
  await expect(heading(page, "Raporty")).toBeVisible();
  expect(refreshes()).toBe(1);
  expect(lists()).toBe(6); // three calls of the page, each refused once
  expect((await storedSession(page)).token).not.toBe(old);
});

test("a session that cannot be renewed leads to signing in, keeps what was typed, and back", async ({
  page,
  person,
}) => {
  const settings = "**/my/account/settings";
  const company = page.getByLabel("Nazwa firmy");
  await page.goto("/settings");
  await company.fill("Firma, której nie zapisano");
  await refuse(page, settings, 401, "TOKEN_INVALID");
  await refuse(page, REFRESH, 401, "ACCOUNT_SESSION_ENDED");
  await page.getByRole("button", { name: "Zapisz zmiany" }).click();
  await expect(page).toHaveURL(/\/login\?from=%2Fsettings$/);
  await expect(heading(page, "Zaloguj się")).toBeVisible();
  expect((await storedSession(page)).token).toBeUndefined();
  await page.unroute(settings);
  await page.unroute(REFRESH);
  await signIn(page, person);
  await expect(heading(page, "Moje dane")).toBeVisible();
  await expect(company).toHaveValue("Firma, której nie zapisano");
  await expect(page.getByText("Sesja wygasła przed zapisaniem.")).toBeVisible();
  await inspect(page, "settings-restored-pl-light");
});

test("an expired token: the connected system's link if it named one, a failing refresh the 500 page", async ({
  page,
  context,
  person,
}) => {
  const list = heading(page, "Lista scoringów");
  await context.route("https://system.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>" }),
  );
  const ui = { sideMenu: [], language: "", externalLinks: { "/reports/scoring/": "https://system.example/reports" } };
  const refreshes = count(context, "users:refresh-token");
  // A route without a link is refreshed.
  await changeSession(page, { expire: PAST, ui });
  await page.goto("/scoring/list");
  await expect(list).toBeVisible();
  expect(refreshes()).toBe(1);
  await changeSession(page, { expire: PAST, ui });
  await page.goto("/reports/scoring/list/channel");
  await expect(page).toHaveURL(/^https:\/\/system\.example\/reports\?challenge=[\w-]{43}$/);
  expect(refreshes()).toBe(1);

  await enter(page, person, "/scoring/list", "Lista scoringów");
  await refuse(page, REFRESH, 500, "INTERNAL", { headers: { "x-trace-id": "trace-9" } });
  await changeSession(page, { expire: PAST });
  await page.goto("/scoring/list");
  await expect(page).toHaveURL(/\/error\/500\?trace=trace-9&from=%2Fscoring%2Flist$/);
  await expect(page.getByText("Numer dla pomocy technicznej: trace-9")).toBeVisible();
  await page.unroute(REFRESH);
  await page.getByRole("button", { name: "Wróć do systemu" }).click();
  await expect(list).toBeVisible();
});

test("leaving ends the session on the server and in every tab", async ({ page, context, operator, request }) => {
  const person = await operator.newAccount("wyloguj");
  await enter(page, person, "/", "Oblicz nowy scoring");
  const { token = "" } = await storedSession(page);
  const other = await context.newPage();
  await other.goto("/settings");
  await expect(heading(other, "Moje dane")).toBeVisible();
  await page.bringToFront(); // behind another tab it draws once a second
  const ended = page.waitForResponse("**/users/me:logout");
  await choose(page, "Wyloguj");
  expect((await ended).status()).toBe(200);
  await expect(heading(page, "Zaloguj się")).toBeVisible();
  await expect(heading(other, "Zaloguj się")).toBeVisible();
  await expect(other).toHaveURL(/\/login\?from=%2Fsettings$/);
  const headers = { authorization: `Bearer ${token}` };
  await expect
    .poll(async () => (await request.get("/api/protected/account/users/me", { headers })).status(), { timeout: 5_000 })
    .toBe(401);
  // Signing in again in one tab leads the other back to its page.
  await signIn(page, person);
  await expect(heading(other, "Moje dane")).toBeVisible();
});

test("a sign-out or a user that the server refuses leads to the error pages", async ({ page, context, demo }) => {
  const list = heading(page, "Lista scoringów");
  await enter(page, demo, "/scoring/list", "Lista scoringów");
  await refuse(page, "**/users/me:logout", 401, "TOKEN_INVALID", { times: 1 });
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/error\/401$/);
  await expect(heading(page, "Brak dostępu")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(H1|BODY)$/);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await signIn(page, demo);
  await expect(list).toBeVisible();
  await refuse(page, "**/users/me:logout", 500, "INTERNAL", { times: 1 });
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/error\/500/);
  await enter(page, demo, "/login", "Lista scoringów");
  for (const status of [500, 503]) {
    await refuse(page, "**/users/me", status, "INTERNAL");
    await page.goto("/scoring/list");
    await expect(page).toHaveURL(/\/error\/500/);
    await page.unroute("**/users/me");
  }
  const refreshes = count(context, "users:refresh-token");
  await refuse(page, "**/users/me", 401, "TOKEN_INVALID");
  await page.goto("/scoring/list");
  await expect(page).toHaveURL(/\/error\/401$/);
  expect(refreshes(), "users/me fails directly").toBe(0);
});

test("an account that was changed in one tab is changed in all", async ({ page, context, demo }) => {
  await enter(page, demo, "/settings", "Moje dane");
  const other = await context.newPage();
  await other.goto("/settings");
  await expect(heading(other, "Moje dane")).toBeVisible();
  await page.bringToFront(); // behind another tab it draws once a second
  await amend(page, "**/users/me", (me) => ({ ...me, hasClients: true }));
  await page.reload();
  await page.route("**/users/me:login", async (route) => {
    const { token, expire } = await storedSession(page);
    await route.fulfill({ json: { token, expire } });
  });
  await page.getByRole("button", { name: /^Menu użytkownika/ }).click();
  await page.getByRole("menuitem", { name: "Zaloguj się na konto klienta…" }).click();
  await page.getByLabel("ID klienta").fill("42");
  await page.getByRole("button", { name: "Zaloguj", exact: true }).click();
  await expect(heading(page, "Lista scoringów")).toBeVisible();
  await expect(heading(other, "Lista scoringów")).toBeVisible();
});
