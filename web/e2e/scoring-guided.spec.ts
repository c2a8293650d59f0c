import type { Locator, Page } from "@playwright/test";
import { choosePercentile, mark, next, start, toGroups } from "./editor";
import { expectGolden, goldenAccount } from "./golden";
import { choose, enter, heading, inspect, signIn } from "./pages";
import { expect, test } from "./test";

test("a guided scoring of e-mail and SMS, from its name to its report", async ({ page, operator, request }) => {
  const account = await goldenAccount(operator, request, "mixed-small");
  await enter(page, account, "/scoring/list", "Lista scoringów");
  await page.getByRole("link", { name: "Oblicz nowy", exact: true }).click();
  await expect(heading(page, "Oblicz nowy scoring")).toBeVisible();
  await expect(page.getByText(/^E-mail \d+ kontakt.* · SMS \d+ kontakt/)).toBeVisible();
  await inspect(page, "start-pl-light");
  await next(page, "Krok 1 z 5: Kanał");
  await expect(page).toHaveTitle(/^Krok 1 z\s5: Kanał/);
  await inspect(page, "editor-channel-pl-light");
  for (const [title, name] of [
    ["Krok 2 z 5: Rodzaje – e-mail", "types"],
    ["Krok 2 z 5: Rodzaje – SMS", "types-sms"],
    ["Krok 3 z 5: Udziały – e-mail", "shares"],
    ["Krok 3 z 5: Udziały – SMS", "shares-sms"],
    ["Krok 4 z 5: Grupy", "groups"],
  ] as const) {
    await next(page, title);
    await inspect(page, `editor-${name}-pl-light`);
  }
  await mark(page, "staff", "Wyklucz");
  await mark(page, "complaints", "Wyklucz");
  await inspect(page, "editor-groups-marked-pl-light");
  await next(page, "Krok 5 z 5: Podsumowanie");
  await choosePercentile(page, 80);
  await expect(page.getByText(/podgląd z.\d/)).toBeVisible();
  await inspect(page, "editor-summary-pl-light");
  await start(page);
  await expectGolden(page, account.expected["mailing"]);
  await page.getByRole("radiogroup", { name: "Kanał" }).getByText("SMS").click();
  await expect(page).toHaveURL(/scoringType=sms/);
  await expectGolden(page, account.expected["sms"]);
});

/** Moves the focus by Tab until it is at the target. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < 120; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
}

test("the guided way by keyboard alone, in English", async ({ page, operator, request }) => {
  const account = await goldenAccount(operator, request, "mixed-small");
  await enter(page, account, "/scoring/list", "Lista scoringów");
  await choose(page, "English");
  const press = async (target: Locator, key: string): Promise<void> => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const forward = page.getByRole("button", { name: "Next", exact: true });
  await press(page.getByRole("link", { name: "Calculate new", exact: true }), "Enter");
  await expect(heading(page, "Calculate new scoring")).toBeVisible();
  await press(forward, "Enter");
  for (const title of [
    "Step 1 of 5: Channel",
    "Step 2 of 5: Types – e-mail",
    "Step 2 of 5: Types – SMS",
    "Step 3 of 5: Shares – e-mail",
    "Step 3 of 5: Shares – SMS",
  ]) {
    await expect(heading(page, title)).toBeFocused();
    await press(forward, "Enter");
  }
  await expect(heading(page, "Step 4 of 5: Groups")).toBeFocused();
  for (const group of ["complaints", "staff"]) {
    // Radio buttons: the arrow chooses the next.
    const marks = page.getByRole("row", { name: group }).getByRole("radio");
    await press(marks.first(), "ArrowRight");
    await expect(marks.last()).toBeChecked();
  }
  await press(forward, "Enter");
  await expect(heading(page, "Step 5 of 5: Summary")).toBeFocused();
  await press(page.getByText("Advanced settings", { exact: true }), "Enter");
  const percentiles = page.getByRole("radiogroup", { name: /e-mail/i }).getByRole("radio");
  await tabTo(page, percentiles.nth(2));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(percentiles.first()).toBeChecked();
  await press(page.getByRole("button", { name: "Finish and start scoring" }), "Enter");
  await expect(heading(page, "Results are ready")).toBeVisible();
  await press(page.getByRole("button", { name: "See the report" }), "Enter");
  await expectGolden(page, account.expected["mailing"]);
});

test("from signing in to a calculated scoring", async ({ page, demo }) => {
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks++;
  });
  await page.addInitScript(() =>
    window.addEventListener("click", (event) => event.isTrusted && (window as unknown as Counting).countClick(), true),
  );
  await page.goto("/login");
  const began = Date.now();
  await signIn(page, demo);
  await page.getByRole("link", { name: "Oblicz nowy", exact: true }).click();
  await expect(heading(page, "Oblicz nowy scoring")).toBeVisible();
  await next(page, "Krok 1 z 5: Kanał");
  await toGroups(page);
  await next(page, "Krok 5 z 5: Podsumowanie");
  await start(page);
  console.log(`  ${clicks} clicks and ${((Date.now() - began) / 1000).toFixed(1)} s from signing in to a report`);
  expect(clicks).toBeLessThanOrEqual(12);
});

interface Counting {
  readonly countClick: () => void;
}
