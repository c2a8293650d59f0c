import { choose, enter, heading, inspect, signIn } from "./pages";
import { expect, test } from "./test";

test("the list of scorings", async ({ page, demo }) => {
  await page.goto("/");
  await signIn(page, demo);
  await expect(page).toHaveURL(/\/scoring\/list$/);
  await expect(heading(page, "Lista scoringów")).toBeVisible();
  await expect(page.getByText(/^Wyświetlono 1 - \d+ z\s\d+ wynik(u|i|ów)$/)).toBeVisible();
  await inspect(page, "list-pl-light");
  const arrows = page.locator("thead svg:visible");
  await expect(arrows).toHaveCount(0);
  await page.getByRole("button", { name: "Przeliczenie", exact: true }).click();
  await expect(arrows).toHaveCount(1);
  await page.goto("/scoring/list");
  await choose(page, "English");
  await expect(heading(page, "List of scorings")).toBeVisible();
  await expect(page.getByText(/^Displayed 1 - \d+ of \d+ results?$/)).toBeVisible();
  await expect(page).toHaveTitle("List of scorings – Puls");
  await inspect(page, "list-en-light");
  await choose(page, "Dark");
  await expect(page.locator('[data-mode="dark"]')).toBeVisible();
  await inspect(page, "list-en-dark");
  await page.reload();
  await expect(heading(page, "List of scorings")).toBeVisible();
  await page.getByRole("button", { name: "Calculations", exact: true }).click();
  await expect(heading(page, "Calculations")).toBeVisible();
  await expect(page.getByRole("row", { name: /automatic|on request/ }).first()).toBeVisible();
  await inspect(page, "runs-en-dark");
});

test("an empty account is told how to start", async ({ page, demo }) => {
  await page.route("**/api/protected/scoring/scorings", (route) => route.fulfill({ json: { items: [] } }));
  await enter(page, demo, "/scoring/list", "Lista scoringów");
  await expect(page.getByRole("heading", { name: "Pierwsze oceny w 3 krokach" })).toBeVisible();
  await inspect(page, "list-empty-pl-light");
  await page.getByRole("link", { name: "Raporty" }).click();
  await expect(page.getByText("Nie ma jeszcze raportów")).toBeVisible();
  await inspect(page, "reports-empty-pl-light");
});
