import { choose, enter, heading, inspect, refuse, signIn } from "./pages";
import { expect, test } from "./test";

declare global {
  interface Window {
    /** How often the page was notified of changed flags. */
    heard: number;
  }
}

const FLAGS = "**/api/public/system/feature-flags";
const POLL_MS = 50_000;

test("flags: the program's own, off, on again, and none at all", async ({ page, operator }) => {
  const list = heading(page, "Lista scoringów");
  const heard = () => page.evaluate(() => window.heard);
  const first = page.waitForResponse(FLAGS);
  await page.clock.install();
  await page.goto("/scoring/list");
  expect(await (await first).json()).toMatchObject({ features: { ff_scoring: { defaultValue: true } } });
  await signIn(page, await operator.newAccount("flagi"));
  await expect(list).toBeVisible();
  await page.evaluate(() => {
    window.heard = 0;
    window.addEventListener("feature-flag-refresh", () => window.heard++);
  });
  const unchanged = page.waitForResponse(FLAGS);
  await page.clock.fastForward(POLL_MS);
  expect((await unchanged).status()).toBe(304);
  expect(await heard()).toBe(0);
  // A poll that fails changes nothing.
  await refuse(page, FLAGS, 500, "INTERNAL");
  const failed = page.waitForResponse(FLAGS);
  await page.clock.fastForward(POLL_MS);
  await failed;
  expect(await heard()).toBe(0);
  await page.unroute(FLAGS);
  await page.route(FLAGS, (route) => route.fulfill({ json: { features: { ff_scoring: { defaultValue: false } } } }));
  await page.clock.fastForward(POLL_MS);
  await expect.poll(heard).toBe(1);
  await expect(page).toHaveURL(/\/scoring\/\?from=/);
  await expect(page.getByText("Scoring nie jest teraz dostępny")).toBeVisible();
  await expect(page.getByRole("link", { name: "Lista scoringów" })).toHaveCount(0);
  await inspect(page, "scoring-off-pl-light");
  await page.unroute(FLAGS);
  await page.clock.fastForward(POLL_MS);
  await expect(list).toBeVisible();
  // Without a first answer the set is empty.
  await refuse(page, FLAGS, 503, "UNAVAILABLE");
  await page.goto("/scoring/list");
  await expect(page).toHaveURL(/\/scoring\/\?from=%2Fscoring%2Flist$/);
  await expect(page.getByText("Scoring nie jest teraz dostępny")).toBeVisible();
  // Once the flags are known again the page is back, in seconds.
  await page.unroute(FLAGS);
  await page.clock.fastForward(5_000);
  await expect(list).toBeVisible();
});

test("a flag that the operator gives to one account", async ({ page, operator }) => {
  const [one, other] = [await operator.newAccount("flaga"), await operator.newAccount("bez-flagi")];
  const create = page.getByRole("button", { name: "Utwórz klucz" });
  const set = (...args: string[]) => operator.run("flags", "set", "ff_api_key", ...args);
  const rule = JSON.stringify({ condition: { accountId: one.id }, force: true });
  await set("--value", "false", "--rule", rule);
  // The gateway answers with flags that are up to a second old.
  const answer = async (): Promise<unknown> => (await page.request.get(FLAGS.slice(2))).json();
  await expect.poll(answer).toMatchObject({ features: { ff_api_key: { defaultValue: false } } });
  try {
    await enter(page, other, "/settings", "Moje dane");
    await expect(create).toHaveCount(0);
    await choose(page, "Wyloguj");
    await expect(heading(page, "Zaloguj się")).toBeVisible();
    await enter(page, one, "/settings", "Moje dane");
    await page.getByRole("link", { name: "Dostęp" }).click();
    await expect(create).toBeVisible();
  } finally {
    await set("--value", "true");
  }
});
