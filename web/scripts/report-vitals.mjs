// Reports how a page feels on a slow machine: LCP, CLS and long tasks with the processor slowed down four times.
// Figures, not a gate. BASE_URL=… EMAIL=… PASSWORD=… node scripts/report-vitals.mjs
import { openBrowser, settings, signIn, visitor } from "../e2e/browser.mjs";

const SLOWER = 4;
const PAGES = ["/login", "/register", "/scoring/list", "/reports/scoring/list/channel", "/settings"];
const SETTLED_MS = 2500;

function observe() {
  const seen = { lcp: 0, cls: 0, longest: 0, blocking: 0 };
  window.vitals = seen;
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  watch("layout-shift", (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value));
  watch("longtask", (entry) => {
    seen.longest = Math.max(seen.longest, entry.duration);
    seen.blocking += Math.max(0, entry.duration - 50);
  });
}

const browser = await openBrowser();
const { page, close } = await visitor(browser);
await page.addInitScript(observe);
await page.goto("/login");
const throttle = await page.context().newCDPSession(page);

async function measure(path) {
  await throttle.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(path);
  await page.locator("h1").waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const { lcp, cls, longest, blocking } = await page.evaluate(() => window.vitals);
  await throttle.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  console.log(
    `${path.padEnd(32)} LCP ${lcp.toFixed(0).padStart(5)} ms   CLS ${cls.toFixed(3)}   longest task ${longest.toFixed(0).padStart(4)} ms   blocking ${blocking.toFixed(0).padStart(4)} ms`,
  );
}

console.log(`${settings.baseURL}, processor ${SLOWER}× slower`);
for (const path of PAGES.slice(0, 2)) await measure(path);
await page.goto("/login");
await signIn(page);
await page.waitForURL(/\/scoring\/list/);
for (const path of PAGES.slice(2)) await measure(path);
await close();
await browser.close();
