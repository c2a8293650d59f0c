import { expect, type Page } from "@playwright/test";
import { expectGolden, type GoldenAccount } from "./golden";
import { heading } from "./pages";

/** Presses Next of the editor and waits for the step that follows. */
export async function next(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: /^(Dalej|Next)$/ }).click();
  await expect(heading(page, title)).toBeVisible();
}

/** Makes a guided draft with a name and opens its first step. */
export async function begin(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Oblicz nowy", exact: true }).click();
  await page.getByRole("textbox", { name: "Nazwa" }).fill(name);
  await next(page, "Krok 1 z 5: Kanał");
}

/** From the first step of a guided draft to its groups. */
export async function toGroups(page: Page): Promise<void> {
  await next(page, "Krok 2 z 5: Rodzaje – e-mail");
  await next(page, "Krok 2 z 5: Rodzaje – SMS");
  await next(page, "Krok 3 z 5: Udziały – e-mail");
  await next(page, "Krok 3 z 5: Udziały – SMS");
  await next(page, "Krok 4 z 5: Grupy");
}

/** Marks a group of the groups' table. */
export async function mark(page: Page, group: string, label: string): Promise<void> {
  await page.getByRole("row", { name: group }).getByText(label, { exact: true }).click();
}

/** From the groups of the case "mixed-small" to its report, which must have the expected results. */
export async function finishMixedSmall(page: Page, account: GoldenAccount): Promise<void> {
  await mark(page, "staff", "Wyklucz");
  await mark(page, "complaints", "Wyklucz");
  await next(page, "Krok 5 z 5: Podsumowanie");
  await choosePercentile(page, 80);
  await start(page);
  await expectGolden(page, account.expected["mailing"]);
}

/** Chooses the percentile of e-mails, among the advanced settings. */
export async function choosePercentile(page: Page, percentile: number): Promise<void> {
  await page.getByText("Ustawienia zaawansowane", { exact: true }).click();
  await page
    .getByRole("radiogroup", { name: /E-mail.*percentyl|percentyl.*e-mail/i })
    .getByText(String(percentile))
    .click();
}

/** Starts the scoring and opens the report of its first calculation. */
export async function start(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Zakończ i.uruchom scoring|Finish and start scoring)$/ }).click();
  await expect(heading(page, /^(Wyniki są gotowe|Results are ready)$/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: /^(Zobacz raport|See the report)$/ }).click();
  await expect(page.getByRole("heading", { level: 2, name: /^(Rozkład ocen|Distribution of scores)$/ })).toBeVisible();
}
