import { inflateSync } from "node:zlib";
import type { APIRequestContext, Page } from "@playwright/test";
import { amend, enter, heading, refuse, signIn } from "./pages";
import type { Program } from "./program";
import { expect, test } from "./test";

const STRANGER = { email: "canary@secret.example", password: "Canary-Secret-1" };

/** Contents of the recordings in the envelopes, unpacked. */
function recordings(envelopes: readonly Buffer[]): string[] {
  return envelopes.flatMap((bytes) => {
    const at = bytes.indexOf('{"segment_id"');
    if (at < 0) return [];
    const packed = bytes.subarray(bytes.indexOf(10, at) + 1);
    return [packed[0] === 0x5b ? packed.toString("utf8") : inflateSync(packed).toString("utf8")];
  });
}

/**
 * The page as in production under the program's own policy, with the browser's random numbers set by the test. Returns
 * a function that reads the requests to the second origin since the last call.
 */
async function inProduction(
  page: Page,
  request: APIRequestContext,
  { secondOrigin }: Program,
  chance: number,
): Promise<() => Promise<Buffer[]>> {
  const envelopes = `${secondOrigin}/envelopes`;
  await request.delete(envelopes);
  await page.addInitScript((fixed) => (Math.random = () => fixed), chance);
  await amend(page, "**/config.json", (config) => {
    expect(config["sentryDsn"], "the program knows the project").toContain(new URL(secondOrigin).host);
    return { ...config, stage: "production" };
  });
  return async () =>
    ((await (await request.get(envelopes)).json()) as string[]).map((one) => Buffer.from(one, "base64"));
}

test("errors are reported without what must not leave, where a project is configured", async ({ page, context }) => {
  const sent: string[] = [];
  await amend(page, "**/config.json", (config) => ({
    ...config,
    stage: "production",
    sentryDsn: "https://key@reports.example/7",
    // The browser refuses local addresses to a page that the test itself serves.
    supportScriptUrl: "",
  }));
  await context.route("https://reports.example/api/7/envelope/**", async (route) => {
    sent.push(route.request().postDataBuffer()?.toString("utf8") ?? "");
    await route.fulfill({ json: {}, headers: { "access-control-allow-origin": "*" } });
  });
  // The program's own policy knows another project.
  await page.route(/\/login(\?|$)/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers["content-security-policy"];
    await route.fulfill({ response, headers });
  });
  await page.goto("/login");
  await expect(heading(page, "Zaloguj się")).toBeVisible();
  await refuse(page, "**/users:login", 500, "INTERNAL");
  await signIn(page, STRANGER);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect.poll(() => sent.join("\n")).toMatch(/INTERNAL/);
  expect(sent.join("\n")).toMatch(/\[redacted\]/);
  expect(sent.join("\n")).not.toMatch(/canary|Canary/);
});

test("one session in ten is recorded, and no text or input of it leaves the browser", async ({
  page,
  request,
  program,
  operator,
}) => {
  const person = await operator.newAccount("nagranie");
  const envelopes = await inProduction(page, request, program, 0.09);
  await enter(page, person, "/settings", "Moje dane");
  await page.getByLabel("Nazwa firmy").fill("Kanarek Sp. z o.o.");
  const recorded = async (): Promise<string> => recordings(await envelopes()).join("\n");
  // A recording is sent with the first action after its first five seconds.
  await expect(async () => {
    await page.getByLabel("Miejscowość").fill("");
    await page.getByLabel("Miejscowość").fill("Kanarkowo");
    expect(await recorded(), "texts are masked").toMatch(/\*{4}/);
  }).toPass();
  expect(await recorded()).not.toMatch(/Kanar|nagranie-|Moje dane|Strefa czasowa/);
});

test("of the other nine only a session with an error is recorded", async ({ page, request, program }) => {
  const envelopes = await inProduction(page, request, program, 0.5);
  await page.goto("/login");
  await expect(heading(page, "Zaloguj się")).toBeVisible();
  // A recorder that keeps the whole session sends its first part after five seconds; moving the page's clock stops it.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(8_000);
  expect(recordings(await envelopes())).toEqual([]);
  await refuse(page, "**/users:login", 500, "INTERNAL");
  await signIn(page, STRANGER);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect.poll(async () => recordings(await envelopes()).length, { timeout: 30_000 }).toBeGreaterThan(0);
  const all = await envelopes();
  const text = [...all.map(String), ...recordings(all)].join("\n");
  expect(text).toMatch(/INTERNAL/);
  expect(text).not.toMatch(/canary|Canary/);
});
