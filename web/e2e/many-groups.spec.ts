import { enter, heading } from "./pages";
import { expect, test } from "./test";

const BASES = 20;
const GROUPS = 250;

/** The longest task of the browser since the last call, in milliseconds. */
function longestTask(): number {
  const tasks = (globalThis as unknown as { tasks: number[] }).tasks;
  return Math.round(Math.max(0, ...tasks.splice(0)));
}

for (const rate of [1, 4]) {
  test(`5,000 groups in 20 uids, processor slowed ${rate}x`, async ({ page, demo, watch }) => {
    const uids = Array.from({ length: BASES }, (_, at) => String(at + 1).padStart(3, "0"));
    const groups = (uid: string, at: number): object[] =>
      Array.from({ length: GROUPS }, (_, one) => ({
        id: at * GROUPS + one + 100_000,
        name: `Grupa ${one + 1} bazy ${uid}`,
        uid,
        emailValue: one * 37,
        smsValue: one * 11,
      }));
    const all = Object.fromEntries(uids.map((uid, at) => [uid, { items: groups(uid, at) }]));
    const items = uids.map((uid) => ({ uid, contactCount: 20_000 }));
    // The program knows neither these databases nor their groups.
    watch.expect(400, /scorings:preview$/);
    await page.route("**/saresystem/groups", (route) => route.fulfill({ json: all }));
    await page.route("**/saresystem/databases", (route) => route.fulfill({ json: { items } }));
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: "longtask",
        buffered: true,
      });
    });
    await enter(page, demo, "/scoring/channel", "Oblicz nowy scoring");
    await page.getByLabel("Nazwa", { exact: true }).fill(`Wiele grup ${rate}`);
    const next = page.getByRole("button", { name: "Dalej", exact: true });
    for (const title of [
      /: Kanał$/,
      /: Rodzaje – e-mail$/,
      /: Rodzaje – SMS$/,
      /: Udziały – e-mail$/,
      /: Udziały – SMS$/,
    ]) {
      await next.click();
      await expect(heading(page, title)).toBeVisible();
    }
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const rows = page.getByRole("rowheader");
    const took = async (step: string): Promise<void> => {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      console.log(`  ${rate}x, ${step}: longest task ${await page.evaluate(longestTask)} ms`);
      expect(await rows.count(), "only rows in sight are there").toBeLessThan(60);
    };
    await page.evaluate(longestTask);
    await next.click();
    await expect(heading(page, /: Grupy$/)).toBeVisible();
    await expect(rows.first()).toBeVisible();
    await took("opening");
    await page.getByRole("button", { name: "Wszystkie bazy" }).click();
    await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", String(BASES * GROUPS + 1));
    await took("all databases");
    await page.getByRole("table").hover();
    await page.mouse.wheel(0, 90_000);
    await expect(page.getByText("Grupa 1 bazy 001", { exact: true })).toBeHidden();
    await took("scrolling");
    await page.getByRole("searchbox").fill("Grupa 250 bazy 020");
    await expect(page.getByText("Grupa 250 bazy 020", { exact: true })).toBeVisible();
    await took("typing");
    const refused = page.waitForResponse(
      (answer) => answer.url().endsWith("scorings:preview") && answer.status() === 400,
    );
    await page.getByRole("row").last().getByText("Oceniaj", { exact: true }).click();
    await expect(page.getByRole("button", { name: /Grupa 250 bazy 020$/ })).toBeVisible();
    await took("marking");
    await refused;
  });
}
