import { expect, type Page } from "@playwright/test";
import { enter } from "./pages";

/** Opens the report of a scoring with both e-mail and SMS, which has the most parts. */
export async function openReport(page: Page, account: { email: string; password: string }): Promise<void> {
  await enter(page, account, "/reports/scoring/", "Raporty");
  const row = page.getByRole("row").filter({ hasText: "E-mail" }).filter({ hasText: "SMS" }).first();
  await row.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 2, name: "Rozkład ocen" })).toBeVisible();
  await expect(page.locator("[data-bar]").first()).toBeVisible();
}

/** Chooses an item of the report's menu of further actions. */
export async function chooseOfReport(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /^(Więcej działań|More actions)$/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
