// Measures a first visit on a slow phone: processor slowed down four times, slow 4G (1.6 Mbit/s, 150 ms), an empty
// cache. Prints medians for both languages and checks no limits.
// BASE_URL=… EMAIL=… PASSWORD=… node scripts/report-vitals.mjs [visits, 5] [paths of other pages; :id is a scoring]
import { openBrowser, settings, signIn, visitor } from "./browser.mjs";

const [VISITS = 5, ...OTHERS] = process.argv.slice(2);
const SLOWER = 4;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SETTLED_MS = 2000;
const WIDTHS = { width: 412, height: 823 };

function observe() {
  const seen = { fcp: 0, lcp: 0, cls: 0, tasks: [], frame: 0, lcpElement: "" };
  window.vitals = seen;
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("paint", (entry) => entry.name === "first-contentful-paint" && (seen.fcp = entry.startTime));
  watch("largest-contentful-paint", (entry) => {
    seen.lcp = entry.startTime;
    seen.lcpElement = `${entry.element?.tagName} ${entry.element?.textContent?.slice(0, 30)}`;
  });
  watch("layout-shift", (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value));
  watch("longtask", (entry) => seen.tasks.push([entry.startTime, entry.duration]));
}

/** Opens a page on a slow machine and line; `stored` is the local storage of an earlier visit. */
async function slowVisitor(browser, stored, size = WIDTHS) {
  const guest = await visitor(browser, size);
  await guest.page.goto("/robots.txt");
  await guest.page.evaluate((items) => {
    for (const [name, value] of Object.entries(items)) if (value) localStorage.setItem(name, value);
  }, stored);
  await guest.page.addInitScript(observe);
  const slow = await guest.page.context().newCDPSession(guest.page);
  await slow.send("Network.enable");
  await slow.send("Network.setCacheDisabled", { cacheDisabled: true });
  await slow.send("Network.emulateNetworkConditions", SLOW_4G);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const wire = { requests: 0, before: undefined, bytes: 0 };
  slow.on("Network.requestWillBeSent", ({ request }) => (wire.requests += request.url.startsWith("data:") ? 0 : 1));
  slow.on("Network.loadingFinished", ({ encodedDataLength }) => (wire.bytes += encodedDataLength));
  return { ...guest, wire };
}

const ms = (value) => `${value.toFixed(0).padStart(5)} ms`;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Measures one visit of a page until its data are shown. */
async function visit(browser, path, ready, stored) {
  const { page, wire, close } = await slowVisitor(browser, stored);
  const started = Date.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(ready).first().waitFor();
  const [data, before] = [Date.now() - started, wire.requests];
  await page.waitForTimeout(SETTLED_MS);
  const { fcp, lcp, cls, tasks, lcpElement } = await page.evaluate(() => window.vitals);
  await close();
  const longest = Math.max(0, ...tasks.map(([, duration]) => duration));
  return { fcp, lcp, data, cls, longest, before, bytes: wire.bytes, lcpElement };
}

async function measure(browser, path, ready, session) {
  for (const language of ["pl", "en"]) {
    const preferences = JSON.stringify({ state: { chosenLanguage: language }, version: 0 });
    const visits = [];
    for (let count = 0; count < Number(VISITS); count++)
      visits.push(await visit(browser, path, ready, { "puls.session": session, "puls.preferences": preferences }));
    const of = (name) => median(visits.map((one) => one[name]));
    console.log(
      `${language} ${path.replace(/[0-9a-f-]{36}/, "…").padEnd(36)} frame ${ms(of("fcp"))}  LCP ${ms(of("lcp"))}  data ${ms(of("data"))}  CLS ${of("cls").toFixed(3)}  longest ${ms(of("longest"))}  ${of("before")} requests before data, ${(of("bytes") / 1000).toFixed(0)} kB in all  [${visits[0].lcpElement}]`,
    );
  }
}

/** Measures changes of route: the longest task after a click, on an idle page. */
async function routeChanges(browser, state, report) {
  const { page, close } = await slowVisitor(browser, { "puls.session": state }, {});
  await page.goto("/scoring/list");
  await page.locator("tbody tr").first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const change = async (name, click, ready) => {
    const from = await page.evaluate(() => performance.now());
    await click();
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(SETTLED_MS);
    const tasks = await page.evaluate(() => window.vitals.tasks);
    const longest = Math.max(0, ...tasks.filter(([start]) => start >= from).map(([, duration]) => duration));
    console.log(`${name.padEnd(38)} longest task ${ms(longest)}`);
  };
  await change("list → reports", () => page.locator('nav a[href^="/reports"]').first().click(), "main nav, main table");
  await change("reports → report", () => page.locator("tbody a").first().click(), "[data-bar]");
  await change("report → list", () => page.locator('nav a[href="/scoring/list"]').click(), "[type=search]");
  await change(
    "list → settings",
    () =>
      page.evaluate(() => {
        history.pushState({}, "", "/settings");
        dispatchEvent(new PopStateEvent("popstate", { state: {} }));
      }),
    "#general",
  );
  await close();
  return report;
}

const browser = await openBrowser();
const first = await visitor(browser, WIDTHS);
await first.page.goto("/login");
await signIn(first.page);
await first.page.waitForURL(/\/scoring\/list/);
const state = await first.page.evaluate(() => localStorage.getItem("puls.session"));
await first.page.goto("/reports/scoring/list/channel");
await first.page.locator("tbody a").first().click();
await first.page.waitForURL(/\/details/);
const report = new URL(first.page.url()).pathname;
await first.close();

console.log(`${settings.baseURL}, processor ${SLOWER}× slower, slow 4G, empty cache`);
if (OTHERS.length > 0) {
  const id = report.split("/")[4];
  for (const path of OTHERS) await measure(browser, path.replace(":id", id), "main h1", state);
  await browser.close();
  process.exit();
}
await measure(browser, "/login", "form");
await measure(browser, "/scoring/list", "tbody tr", state);
await measure(browser, report, "[data-bar]", state);
await measure(browser, "/settings", "#general", state);
await measure(browser, "/register", "h1");
await routeChanges(browser, state, report);
await browser.close();
