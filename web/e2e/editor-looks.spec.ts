import type { Page } from "@playwright/test";
import { next } from "./editor";
import { enter, inspect } from "./pages";
import { expect, test } from "./test";

/** Continues to the step with this end of its title, and inspects it. */
async function lookAt(page: Page, title: RegExp, name: string): Promise<void> {
  await next(page, title);
  await expect(page.locator('[aria-busy="true"]')).not.toBeAttached();
  await inspect(page, name);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(width, `${name} sticks out`).toBeLessThanOrEqual(0);
}

for (const { look, colorMode, width } of [
  { look: "phone", colorMode: "light", width: 320 },
  { look: "dark", colorMode: "dark", width: 1360 },
]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 800 } });

    test(`the editor's steps in English, ${look}`, async ({ page, demo }) => {
      const preferences = JSON.stringify({ state: { chosenLanguage: "en", colorMode }, version: 0 });
      await page.addInitScript((value) => localStorage.setItem("puls.preferences", value), preferences);
      await enter(page, demo, "/scoring/channel", "Calculate new scoring");
      await page.getByRole("button", { name: "Insert an emoji" }).click();
      await expect(page.getByRole("grid")).toBeVisible();
      await inspect(page, `editor-emoji-${look}`, { fullPage: false });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("button", { name: "Insert an emoji" })).toBeFocused();
      await page.getByLabel("Name", { exact: true }).fill(`Looks ${look}`);
      await lookAt(page, /: Channel$/, `editor-channel-${look}`);
      await lookAt(page, /: Types – e-mail$/, `editor-types-email-${look}`);
      await lookAt(page, /: Types – SMS$/, `editor-types-sms-${look}`);
      await lookAt(page, /: Shares – e-mail$/, `editor-shares-email-${look}`);
      await lookAt(page, /: Shares – SMS$/, `editor-shares-sms-${look}`);
      await lookAt(page, /: Groups$/, `editor-groups-${look}`);
      await lookAt(page, /: Summary$/, `editor-summary-${look}`);
    });
  });
}
