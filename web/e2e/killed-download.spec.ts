import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, test, type APIRequestContext, type CDPSession } from "@playwright/test";
import { tokenOf, upload } from "./golden";
import { caller } from "./golden-figures";
import { Operator, type Account } from "./operator";
import { enter } from "./pages";
import { startProgram } from "./program";

/** The number of kills, each of which the download must report as a failure; 20 were tested. */
const TIMES = Number(process.env["PULS_KILLED_DOWNLOADS"] ?? 2);
/** Rows of the file: many more bytes than fit into the buffers between the program and the page. */
const CONTACTS = 600_000;
const BYTES_PER_SECOND = 4_000_000;

test(`a download whose program is killed half-way has failed, ${TIMES} times of ${TIMES}`, async ({
  browser,
}, info) => {
  test.setTimeout(900_000);
  const program = await startProgram(join(info.project.outputDir, "killed-download.log"));
  const context = await browser.newContext({ baseURL: program.url, locale: "pl-PL", reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    const account = await new Operator(program).newAccount("pobieranie", "--timezone", "UTC");
    const report = await bigReport(context.request, account);
    await enter(page, account, report, "Wielki scoring");
    const slow = await context.newCDPSession(page);
    const downloads: string[] = [];
    page.on("download", (download) => downloads.push(download.suggestedFilename()));
    let failed = 0;
    for (let time = 0; time < TIMES; time++) {
      await throttle(slow, BYTES_PER_SECOND);
      await page.getByRole("button", { name: "Pobierz CSV" }).click();
      const dialog = page.getByRole("dialog", { name: /Pobierz plik z\socenami/ });
      await dialog.getByRole("checkbox").check();
      await dialog.getByRole("button", { name: "Pobierz", exact: true }).click();
      await expect(dialog.getByText(/^[1-9].* wierszy/)).toBeVisible();
      await program.kill();
      await expect(dialog.getByRole("alert").filter({ hasText: "Nie udało się pobrać pliku" })).toBeVisible();
      failed++;
      await throttle(slow, -1);
      await program.restart();
      await page.reload();
    }
    console.log(`failed downloads: ${failed} of ${TIMES}, files kept: ${downloads.length}`);
    expect(downloads).toEqual([]);
  } finally {
    await context.close();
    await program.stop();
  }
});

/** Slows the page's network down; -1 removes the limit. */
async function throttle(session: CDPSession, downloadThroughput: number): Promise<void> {
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput,
    uploadThroughput: -1,
  });
}

/** Uploads many contacts and a sending to one of them, and returns the path of their report. */
async function bigReport(request: APIRequestContext, account: Account): Promise<string> {
  const token = await tokenOf(request, account);
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString();
  const rows = Array.from({ length: CONTACTS }, (_, n) => `${n},${randomBytes(12).toString("hex")}@example.com,true`);
  const events = [20, 2].map((ago) => `${ago},${day(ago)},mailing.sent,m${ago},0`);
  for (const [path, lines] of [
    ["contacts:import", ["external_id,email,email_consent", ...rows]],
    ["engagement:import", ["event_id,occurred_at,type,message_id,external_id", ...events]],
  ] as const) {
    await upload(request, token, path, lines.join("\n"));
  }
  const call = caller(request, token);
  const config = {
    daysAgo: 14,
    mailing: {
      weights: { or: "0.45", ctr: "0.30", delivery: "0.25" },
      percentile: 0.9,
      dataSources: [{ uid: String(account.id).padStart(3, "0"), includedAll: true }],
    },
  };
  const scoring = { name: "Wielki scoring", lastDraftStep: 3, config };
  const { id } = await call<{ id: string }>("POST", "scoring/scorings", scoring);
  await call("POST", `scoring/scorings/${id}:setStatus`, { newStatus: 2 });
  await call("POST", `scoring/scorings/${id}:calculate`, {});
  const dates = async (): Promise<number> =>
    (await call<{ items: string[] }>("GET", `scoring/scorings/${id}:generatedDateList`)).items.length;
  await expect.poll(dates, "a result").toBeGreaterThan(0);
  return `/reports/scoring/summary/${id}/details`;
}
