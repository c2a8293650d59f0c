import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Analytics } from "@segment/analytics-node";
import type { APIRequestContext } from "@playwright/test";
import type { Account } from "./operator";
import { requestSession } from "./stored-session";
import { expect, test } from "./test";

const DAY = 86_400_000;

/** A shop below localhost: serves pages with these scripts, by their paths. */
async function openShop(files: Record<string, string>): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    response.setHeader("content-type", path.endsWith(".js") ? "text/javascript" : "text/html");
    response.end(files[path] ?? "");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://shop.localhost:${port}`, close: () => server.close() };
}

/** Calls the API as a user. */
class Caller {
  constructor(
    readonly request: APIRequestContext,
    readonly token: string,
  ) {}

  static async of(request: APIRequestContext, account: Account): Promise<Caller> {
    return new Caller(request, (await requestSession(request, account)).token);
  }

  async call<T>(method: string, path: string, data?: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await this.request.fetch(`/api/protected/${path}`, { method, headers, ...(data && { data }) });
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(200);
    const text = await answer.text();
    return (text.startsWith("{") ? JSON.parse(text) : text) as T;
  }
}

interface Websites {
  readonly items: readonly { readonly types: readonly { readonly type: string; readonly todayCount: number }[] }[];
}

test("events of Segment's libraries and of the script come out as web scores", async ({
  context,
  operator,
  program,
  request,
}) => {
  const person = await operator.newAccount("sklep", "--uids", "001");
  const caller = await Caller.of(request, person);
  const { siClientId: key } = await caller.call<{ siClientId: string }>("POST", "web/web-tracking-accounts", {
    uid: "001",
    domain: "shop.localhost",
  });
  const yesterday = new Date(Date.now() - DAY);

  // On a server.
  const node = new Analytics({ writeKey: key, host: program.url, path: "/api/ingest/v1/batch" });
  node.track({ userId: "klient-1", event: "Order Completed", timestamp: yesterday });
  node.page({ anonymousId: "z-serwera", timestamp: yesterday });
  // A result needs two weeks of events.
  node.page({ anonymousId: "dawno", timestamp: new Date(Date.now() - 16 * DAY) });
  await node.closeAndFlush();

  // In a browser, both on pages of the shop.
  const packages = createRequire(import.meta.url).resolve("@segment/analytics-next");
  const library = readFileSync(join(packages.slice(0, packages.lastIndexOf("/dist/")), "dist/umd/index.js"), "utf8");
  const queue = "window.puls=window.puls||function(){(puls.q=puls.q||[]).push(arguments)}";
  const shop = await openShop({
    "/segment.js": library,
    "/segment": `<!doctype html><title>Buty</title><script src="/segment.js"></script>`,
    "/buty": `<!doctype html><title>Buty</title><script>${queue};puls("product_view")</script>
      <script async src="${program.url}/tracking/v1/puls.js" data-key="${key}"></script>`,
  });
  const page = await context.newPage();
  await page.goto(`${shop.url}/segment`);
  await page.evaluate(
    async ({ cdnURL, writeKey, at }) => {
      interface Library {
        readonly AnalyticsBrowser: {
          load(settings: object): Record<"page" | "track" | "identify", (...call: unknown[]) => Promise<unknown>>;
        };
      }
      const { AnalyticsBrowser } = (window as unknown as { AnalyticsNext: Library }).AnalyticsNext;
      const analytics = AnalyticsBrowser.load({ cdnURL, writeKey });
      const timestamp = new Date(at);
      await analytics.page("Sklep", "Buty", {}, { timestamp });
      await analytics.track("Product Viewed", { product_id: "4711" }, { timestamp });
      await analytics.identify("klient-2", { email: "klient2@firma.example" }, { timestamp });
    },
    { cdnURL: `${program.url}/api/ingest`, writeKey: key, at: yesterday.getTime() },
  );
  await page.goto(`${shop.url}/buty`);
  await page.waitForFunction(() => window.puls && !window.puls.q);
  await page.goto("about:blank"); // waiting events survive it
  shop.close();

  const counts = async () => {
    const { items } = await caller.call<Websites>("GET", "web/web-tracking-accounts");
    return Object.fromEntries(items[0]?.types.map((one) => [one.type, one.todayCount]) ?? []);
  };
  await expect
    .poll(counts, { timeout: 30_000 })
    .toEqual({ page_view: 4, product_view: 2, checkout_view: 0, payment_info: 0, purchase: 1 });

  const { id } = await caller.call<{ id: string }>("POST", "scoring/scorings", {
    name: "Goście",
    config: {
      daysAgo: 14,
      web: {
        weights: { page_view: "0.40", product_view: "0.20", purchase: "0.40" },
        percentile: 0.9,
        dataSources: [{ uid: "001", includedAll: true }],
      },
    },
  });
  await caller.call("POST", `scoring/scorings/${id}:setStatus`, { newStatus: 2 });
  const generatedDate = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Warsaw" }).format(new Date());
  await caller.call("POST", `scoring/scorings/${id}:calculate`, { generatedDate });
  const dates = async () =>
    (await caller.call<{ items: string[] }>("GET", `scoring/scorings/${id}:generatedDateList?scoringType=web`)).items;
  await expect.poll(dates, { timeout: 60_000 }).toEqual([generatedDate]);
  const csv = await caller.call<string>("POST", `scoring/scorings/${id}:exportToCsv`, {
    scoringType: "web",
    generatedDate,
    includeExcluded: true,
  });
  expect(csv).toMatch(/,user:klient-1,(true|false),[1-9]\d*,/);
  expect(csv).toMatch(/,z-serwera,(true|false),[1-9]\d*,/);
});
