import { enter, heading, inspect } from "./pages";
import { storedSession } from "./stored-session";
import { expect, test } from "./test";

test("the table of routes", async ({ page, demo }) => {
  const lands = async (path: string, expected: RegExp): Promise<void> => {
    await page.goto(path);
    await expect.poll(() => page.evaluate(() => location.pathname + location.search)).toMatch(expected);
    await expect(page.locator("h1")).toBeVisible();
  };
  for (const path of ["/", "/scoring/", "/scoring/list", "/reports/scoring/", "/settings", "/trial-expired"]) {
    await lands(path, /^\/login(\?from=|$)/);
  }
  await lands("/no/such/page", /^\/error\/500$/);
  await lands("/error/", /^\/error\/500$/);
  await lands("/error/401", /^\/error\/401$/);
  await lands("/logout", /^\/login$/);
  // Only paths of the product are valid ways back.
  await enter(page, demo, "/login?from=https%3A%2F%2Fevil.example", "Lista scoringów");
  await expect(page).toHaveURL(/\/scoring\/list$/);
  await lands("/", /^\/scoring\/list$/);
  await lands("/scoring/", /^\/scoring\/list$/);
  await lands("/reports/scoring/", /^\/reports\/scoring\/list\/channel$/);
  await lands("/trial-expired", /^\/scoring\/list$/);
  await lands("/login", /^\/scoring\/list$/);
  await lands("/scoring/no-such-page", /^\/error\/500$/);
  await lands("/logout", /^\/login$/);
  expect((await storedSession(page)).token).toBeUndefined();
});

test("the error pages", async ({ page, watch }) => {
  await page.goto("/no/such/page");
  await expect(page).toHaveURL(/\/error\/500$/);
  await expect(heading(page, "Problem z dostępem do systemu")).toBeVisible();
  await inspect(page, "error500-pl-light");
  const forged = { state: { token: "forged", expire: 4e9 }, version: 0 };
  await page.evaluate((session) => localStorage.setItem("puls.session", JSON.stringify(session)), forged);
  watch.expect(401, /^\/api\/protected\//);
  await page.goto("/scoring/list");
  await expect(page).toHaveURL(/\/error\/401$/);
  await expect(heading(page, "Brak dostępu")).toBeVisible();
  await page.getByText("English").click();
  await expect(heading(page, "Access denied")).toBeVisible();
  await inspect(page, "error401-en-light");
});

test("the address switches sample data on in developer's mode only", async ({ page }) => {
  await page.goto("/?mock=1");
  await expect(heading(page, "Zaloguj się")).toBeVisible();
  await page.evaluate(() => localStorage.setItem("puls.dev", "enabled"));
  await page.goto("/?mock=1");
  await expect(page.getByText("Tryb demonstracyjny: dane są zmyślone, niczego nie zapisujemy.")).toBeVisible();
  await expect(heading(page, "Lista scoringów")).toBeVisible();
  // The real session of this browser is untouched.
  expect(await page.evaluate(() => localStorage.getItem("puls.session"))).toBeNull();
});
