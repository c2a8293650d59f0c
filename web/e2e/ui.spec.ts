import { heading, inspect, withoutServer } from "./pages";
import { expect, test } from "./test";

for (const [language, colorMode] of [
  ["pl", "light"],
  ["en", "dark"],
] as const) {
  test(`every part of the interface in ${language}, ${colorMode}`, async ({ page }) => {
    const preferences = JSON.stringify({ state: { chosenLanguage: language, colorMode }, version: 0 });
    await withoutServer(page, { "puls.preferences": preferences });
    await page.goto("/dev/ui");
    await expect(heading(page, "ui")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.locator("[data-chart]")).toHaveCount(4);
    // One part occurs several times there.
    await inspect(page, `ui-${language}-${colorMode}`, { without: ["landmark-unique"] });
    for (const name of ["Dialog", "Confirm", "FormDialog"]) {
      const card = page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
      for (const [state, open] of (await card.getByRole("button").all()).entries()) {
        await open.click();
        await inspect(page, `ui-${name}-${state}-${language}-${colorMode}`, {
          fullPage: false,
          without: ["landmark-unique"],
        });
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toBeHidden();
      }
    }
    for (const width of [1360, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBe(width);
    }
  });
}
