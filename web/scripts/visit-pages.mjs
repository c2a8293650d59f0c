// Visits every page many times, signed in and signed out, and fails on any console error and any response with 404 or
// 5xx. BASE_URL=… EMAIL=… PASSWORD=… node scripts/visit-pages.mjs [visits, 100]
import { openBrowser, settings, signIn, visitor } from "./browser.mjs";

const VISITS = Number(process.argv[2] ?? 100);
const GUEST = ["/login", "/register", "/password-reset", "/password-reset/link", "/activate/link"];
const ERRORS = ["/error/500", "/error/401", "/no/such/page"];
const PERSON = [
  "/scoring/list",
  "/scoring/list?q=a&status=active",
  "/reports/scoring/list/channel",
  "/reports/scoring/list/lead",
  "/settings",
];

const problems = [];

/** Visits the paths in turn, `VISITS` times each. */
async function visit(name, page, paths) {
  page.on("console", (message) => {
    // The browser also logs failed responses; those are counted below.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error}`));
  page.on("response", (answer) => {
    // An account without an API key answers 404: the page asks to find out.
    const asked = /\/saresystem\/api-key$/.test(answer.url());
    if (answer.status() >= 500 || (answer.status() === 404 && !asked))
      problems.push(`${page.url()}: ${answer.status()} ${answer.url()}`);
  });
  for (const path of paths) {
    for (let visits = 0; visits < VISITS; visits++) {
      await page.goto(path);
      await page.locator("h1").waitFor();
    }
    console.log(`${VISITS} × ${path} (${name})`);
  }
}

const browser = await openBrowser();
const guest = await visitor(browser);
const person = await visitor(browser);
await person.page.goto("/reports/scoring/list/channel");
await signIn(person.page);
const report = person.page.locator("tbody th a").first();
await report.waitFor();
const reports = await person.page
  .locator("tbody td a")
  .evaluateAll((links) => links.slice(0, 2).map((link) => link.getAttribute("href")));
await Promise.all([
  visit("guest", guest.page, [...GUEST, ...ERRORS]),
  visit("signed in", person.page, [...PERSON, ...reports]),
]);
await browser.close();
console.log(`${settings.baseURL}: ${problems.length} problems`);
console.log([...new Set(problems)].join("\n"));
process.exit(problems.length === 0 ? 0 : 1);
