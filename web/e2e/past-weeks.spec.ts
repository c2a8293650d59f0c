import type { Page } from "@playwright/test";
import { next } from "./editor";
import { enter, heading, inspect, refuse } from "./pages";
import { expect, test } from "./test";

const BACKTEST = "**/scorings:backtest";

/** The past weeks on the last step. */
const past = (page: Page) =>
  page.getByRole("region", {
    name: /^(Jak wypadłoby to w.poprzednich tygodniach|How it would have done in past weeks)$/,
  });

/** A scoring of the demo account with custom weights, on its last step. */
async function toWeights(page: Page, demo: { email: string; password: string }, name: string): Promise<void> {
  await enter(page, demo, "/scoring/channel", "Oblicz nowy scoring");
  await page.getByRole("radio", { name: /Własne wagi/ }).check();
  await page.getByRole("textbox", { name: "Nazwa" }).fill(name);
  await next(page, "Krok 1 z 3: Kanał");
  await next(page, "Krok 2 z 3: Grupy");
  await next(page, "Krok 3 z 3: Wagi");
}

test("how a change would have done in past weeks, before it is saved", async ({ page, demo }) => {
  await toWeights(page, demo, "Minione tygodnie");
  await past(page).getByRole("button", { name: "Przelicz 13 tygodni" }).click();
  await expect(past(page).getByText(/^Dziś średnia \d+,\d\d$/)).toBeVisible();
  await expect(past(page).getByText(/podgląd z.\d/)).toBeVisible();
  await inspect(page, "past-weeks-new-pl-light");
  await page.getByRole("button", { name: "Zapisz jako nieaktywny" }).click();
  await expect(heading(page, "Lista scoringów")).toBeVisible();

  await page.getByRole("button", { name: "Działania: Minione tygodnie" }).click();
  await page.getByRole("menuitem", { name: "Edytuj" }).click();
  await expect(heading(page, "Krok 3 z 3: Wagi")).toBeVisible();
  await expect(past(page).getByText(/po zmianie i.przed nią/)).toBeHidden();
  await page.getByText("13 tyg.", { exact: true }).click();
  await expect(past(page).getByText(/po zmianie i.przed nią/)).toBeVisible();
  await refuse(page, BACKTEST, 429, "SCORING_PREVIEW_BUSY", { times: 1, headers: { "retry-after": "2" } });
  await past(page).getByRole("button", { name: "Przelicz 13 tygodni" }).click();
  await expect(past(page).getByText(/^Na tym koncie trwa inny podgląd/)).toBeVisible();
  await expect(past(page).getByText(/^Dziś średnia \d+,\d\d zamiast \d+,\d\d/)).toBeVisible();
  await expect(past(page).getByText(/w.górę, .* w.dół, .* bez zmian/)).toBeVisible();
  await past(page).getByText("Liczby", { exact: true }).click();
  const rows = past(page).getByRole("table", { name: "Średnia ocena" }).getByRole("row");
  await expect(rows).toHaveCount(14);
  await inspect(page, "past-weeks-changed-pl-light");
  await past(page).getByText("Oceny 61–100", { exact: true }).click();
  await expect(past(page).getByRole("table", { name: "Oceny 61–100" })).toBeVisible();

  await past(page)
    .getByText(/^Klikający z.61–100$/)
    .click();
  await expect(past(page).getByText(/spośród tych, do których coś wysłano/)).toBeVisible();
  await inspect(page, "past-weeks-clicked-pl-light");
  await page.getByText("2 tyg.", { exact: true }).click();
  await expect(past(page).getByText("dla poprzednich ustawień")).toBeVisible();
  await inspect(page, "past-weeks-old-pl-light");
  await refuse(page, BACKTEST, 500, "INTERNAL", { times: 1 });
  await past(page).getByRole("button", { name: "Przelicz ponownie" }).click();
  await expect(past(page).getByRole("alert")).toBeVisible();
  await inspect(page, "past-weeks-failed-pl-light");
});

for (const { look, colorMode, width } of [
  { look: "phone", colorMode: "light", width: 390 },
  { look: "dark", colorMode: "dark", width: 1360 },
]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 800 } });

    test(`past weeks in English, ${look}`, async ({ page, demo }) => {
      await toWeights(page, demo, `Tygodnie ${look}`);
      const preferences = JSON.stringify({ state: { chosenLanguage: "en", colorMode }, version: 0 });
      await page.evaluate((value) => localStorage.setItem("puls.preferences", value), preferences);
      await page.reload();
      await expect(heading(page, "Step 3 of 3: Weights")).toBeVisible();
      await past(page).getByRole("button", { name: "Calculate 13 weeks" }).click();
      await expect(past(page).getByText(/^Today’s average is \d+\.\d\d$/)).toBeVisible();
      await past(page).getByText("Clicks after 61–100", { exact: true }).click();
      await past(page).getByText("Numbers", { exact: true }).click();
      await inspect(page, `past-weeks-en-${look}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, "the page sticks out").toBeLessThanOrEqual(0);
    });
  });
}
