// Takes one picture of every page, at two widths, in both languages and both looks, into a folder with an index, and
// prints what a machine sees in them: contents beyond the right edge, words broken in their middle, words cut short
// without a title. BASE_URL=… EMAIL=… PASSWORD=… node scripts/pictures.mjs [folder] [part of a page's name]
// With EMPTY_EMAIL (an account without data, same password) its pages too.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, settings, signIn, visitor } from "./browser.mjs";

const [FOLDER = "e2e/artifacts/pictures", PART = ""] = process.argv.slice(2);
const LOOKS = ["pl", "en"]
  .flatMap((language) => [1360, 390].flatMap((width) => ["light", "dark"].map((theme) => ({ language, width, theme }))))
  .filter((look) => !process.env.LOOKS || process.env.LOOKS.split(",").includes(nameOf(look)));
const GUEST = [
  "/login",
  "/register",
  "/password-reset",
  "/password-reset/link",
  "/activate/link",
  "/error/500",
  "/error/401",
];
const PLAIN = [
  "/scoring/list",
  "/scoring/list/calculations",
  "/scoring/channel?draft=1",
  "/scoring/education",
  "/reports/scoring/list/channel",
  "/reports/scoring/list/lead",
  "/reports/sendings",
  "/contacts",
  "/contacts/new",
  "/contacts/groups",
  "/contacts/features",
  "/event-log",
  "/event-log/person",
  "/imports",
  "/imports/new",
  "/contacts/databases",
  "/connections",
  "/connections/web",
  "/connections/mail/sendgrid",
  "/settings",
];
const TABS = ["details", "exclusions", "avg", "fluctuation", "lift", "print"];
/** Pages whose menu or dialog belongs in the pictures: the button that opens it. */
const DIALOGS = {
  "/contacts/databases": /^(Nowa baza|New database)$/,
  "/contacts/groups": /^(Nowa grupa|New group)$/,
  "/scoring/list": /^(Powiadomienia|Notifications)/,
};

const found = [];
const taken = [];

function nameOf({ language, width, theme }) {
  return `${language}-${width}-${theme}`;
}

/** What a machine can see. Lines of a word are counted by its letters: a hyphen or a slash may end a line. */
function faults() {
  const problems = new Set();
  const edge = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > edge)
    problems.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  const scrolls = (element) => {
    for (let up = element; up; up = up.parentElement)
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return up !== document.documentElement;
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (
      !node.data.trim() ||
      !parent.checkVisibility({ visibilityProperty: true }) ||
      parent.closest("svg, pre, code, option")
    )
      continue;
    const box = parent.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(parent);
    if (box.right > edge + 1 && !scrolls(parent)) problems.add(`beyond the edge: ${node.data.trim().slice(0, 60)}`);
    const cutter = parent.closest("[title], [aria-label]") === null && style.textOverflow === "ellipsis";
    if (cutter && parent.scrollWidth > parent.clientWidth + 1)
      problems.add(`cut short: ${node.data.trim().slice(0, 60)}`);
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)));
      if (tops.size > 1) problems.add(`broken word: ${word}`);
    }
  }
  for (const field of document.querySelectorAll("input[placeholder]"))
    if (field.value === "" && field.scrollWidth > field.clientWidth + 1)
      problems.add(`cut short: ${field.placeholder}`);
  for (const table of document.querySelectorAll("table")) {
    const holder = table.parentElement;
    if (holder && table.scrollWidth > holder.clientWidth + 1 && holder.clientWidth > 0)
      problems.add(`a table is ${table.scrollWidth - holder.clientWidth} px wider than its place`);
  }
  return [...problems];
}

async function settle(page) {
  await page.locator("h1, h2").first().waitFor({ timeout: 8000 });
  await page.waitForLoadState("networkidle", { timeout: 4000 }).catch(() => undefined);
  await page.waitForTimeout(150);
}

async function picture(page, look, name) {
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "")}.${nameOf(look)}.png`;
  for (const problem of await page.evaluate(faults)) found.push(`${name} (${nameOf(look)}): ${problem}`);
  await page.screenshot({ path: join(FOLDER, file), fullPage: true });
  taken.push({ name, look: nameOf(look), file });
}

async function pictures(page, look, paths, who) {
  for (const path of paths.filter((one) => `${who} ${one}`.includes(PART))) {
    try {
      await page.goto(path);
      await settle(page);
      await picture(page, look, `${who} ${path}`);
      const opener = who === "demo" && DIALOGS[path];
      if (!opener) continue;
      await page.getByRole("button", { name: opener }).first().click();
      await page.getByRole("dialog").waitFor({ timeout: 4000 });
      await picture(page, look, `${who} ${path} dialog`);
    } catch (error) {
      found.push(`${who} ${path} (${nameOf(look)}): no picture: ${String(error).split("\n")[0]}`);
    }
  }
}

/** The steps of the configurator, which opens from the list alone: those of the first draft, as far as they lead on. */
async function configurator(page, look) {
  await page.goto("/scoring/list");
  await settle(page);
  const draft = page
    .locator("tbody tr")
    .filter({ hasText: /Szkic|Draft/ })
    .first();
  if (!"demo configurator".includes(PART) || (await draft.count()) === 0) return;
  await draft.locator("a, button").first().click();
  await page.waitForURL(/\/scoring\/edit\//);
  const back = page.getByRole("button", { name: /^(Wstecz|Back)$/ });
  const on = page.getByRole("button", { name: /^(Dalej|Next)$/ });
  const step = () => new URL(page.url()).pathname.split("/").pop();
  const turn = async (button) => {
    const before = step();
    if (!(await button.isVisible()) || !(await button.isEnabled())) return false;
    await button.click();
    await page.waitForURL((url) => url.pathname.split("/").pop() !== before, { timeout: 3000 }).catch(() => undefined);
    return step() !== before && page.url().includes("/scoring/edit/");
  };
  await settle(page);
  while ((await turn(back)) === true) await settle(page);
  do {
    await settle(page);
    await picture(page, look, `demo configurator ${step()}`);
  } while (await turn(on));
}

async function opened(browser, look) {
  const { page, close } = await visitor(browser, { width: look.width, height: look.width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: look.theme });
  return { page, close };
}

async function turnInto(page, language) {
  if (language === "pl") return;
  await page.getByText("English", { exact: true }).first().click();
}

async function signedIn(browser, look, email) {
  const { page, close } = await opened(browser, look);
  await page.goto("/login");
  const kept = settings.email;
  settings.email = email;
  await signIn(page);
  settings.email = kept;
  await page.waitForURL((url) => url.pathname !== "/login");
  await settle(page);
  if (look.language === "en") {
    await page.getByRole("button", { name: /^Menu użytkownika/ }).click();
    await page.getByRole("menu").getByText("English", { exact: true }).click();
  }
  return { page, close };
}

/** The pages of what the account has: its scorings, the first contact, import and day of sendings. */
async function pagesOf(page) {
  const first = async (path, pattern) => {
    await page.goto(path);
    await settle(page);
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    return [...new Set(links.filter((link) => pattern.test(link)))];
  };
  const [channel = ""] = await first("/reports/scoring/list/channel", /^\/reports\/scoring\/summary\//);
  const [lead = ""] = await first("/reports/scoring/list/lead", /^\/reports\/scoring\/summary\//);
  const id = (path) => /summary\/([^/?]+)/.exec(path)?.[1];
  const tabs = (path) => (id(path) ? TABS.map((tab) => `/reports/scoring/summary/${id(path)}/${tab}`) : []);
  return [
    ...tabs(channel),
    ...tabs(lead),
    ...(await first("/contacts", /^\/contacts\/\d+\/\d+/)).slice(0, 1),
    ...(await first("/imports", /^\/imports\/[^n]/)).slice(0, 2),
    ...(await first("/reports/sendings", /^\/reports\/sendings\/\d/)).slice(0, 1),
  ];
}

mkdirSync(FOLDER, { recursive: true });
const browser = await openBrowser();
for (const look of LOOKS) {
  const guest = await opened(browser, look);
  await guest.page.goto("/login");
  await turnInto(guest.page, look.language);
  await pictures(guest.page, look, GUEST, "guest");
  await guest.close();
  const demo = await signedIn(browser, look, settings.email);
  await pictures(demo.page, look, [...PLAIN, ...(await pagesOf(demo.page))], "demo");
  try {
    await configurator(demo.page, look);
  } catch (error) {
    found.push(`configurator (${nameOf(look)}): ${String(error).split("\n")[0]}`);
  }
  // Every call for data fails: what a page says then.
  await demo.page.route(/\/api\/protected\/(?!users\/me|account)/, (route) =>
    route.fulfill({ status: 503, body: "{}" }),
  );
  await pictures(demo.page, look, PLAIN, "failing");
  await demo.close();
  if (process.env.EMPTY_EMAIL) {
    const empty = await signedIn(browser, look, process.env.EMPTY_EMAIL);
    await pictures(empty.page, look, PLAIN, "empty");
    await empty.close();
  }
  console.log(`${nameOf(look)}: ${taken.length} pictures so far`);
}
await browser.close();

const names = [...new Set(taken.map(({ name }) => name))];
const rows = names.map((name) => {
  const cells = taken.filter((one) => one.name === name);
  const images = cells.map((one) => `<figure><a href="${one.file}"><img src="${one.file}"></a>${one.look}</figure>`);
  return `<h2>${name}</h2><div>${images.join("")}</div>`;
});
const style =
  "div{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{display:block;height:420px;border:1px solid #999}";
writeFileSync(join(FOLDER, "index.html"), `<!doctype html><title>Pages</title><style>${style}</style>${rows.join("")}`);
console.log([...new Set(found)].join("\n"));
console.log(`${taken.length} pictures of ${names.length} pages in ${FOLDER}; ${new Set(found).size} findings`);
