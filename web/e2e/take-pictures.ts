import { join } from "node:path";
import type { Page } from "@playwright/test";
import { accountOnItsWay } from "./account-on-its-way";
import {
  channelsOf,
  EDITOR_PAGES,
  numberedPages,
  peopleIn,
  reportPages,
  STATIC_PAGES,
  type Scoring,
} from "./demo-pages";
import { enter, expectFits, walk, withTerms } from "./pages";
import { Recorder } from "./recorder";
import { Server } from "./server";
import { test } from "./test";

const PUBLIC_PAGES = [
  "/login",
  "/register",
  "/password-reset",
  "/password-reset/link",
  "/activate/link",
  "/error/500",
  "/error/401",
];
/** Connections as an account with only some of them sees them. */
const CONNECTIONS = ["/connections", "/connections/web", "/connections/mail/sendgrid", "/connections/webhooks"];
const LIST = /^(Lista scoringów|List of scorings)$/;
/** The tabs of the settings besides the first. */
const SETTINGS = ["/settings#notifications", "/settings#password", "/settings#users"];

for (const width of [1360, 390]) {
  for (const language of ["pl", "en"]) {
    for (const theme of ["light", "dark"] as const) {
      const look = `${width}-${language}-${theme}`;

      test.describe(() => {
        test.use({ viewport: { width, height: 900 }, colorScheme: theme });

        test(look, async ({ page, demo, operator, request, watch }) => {
          const preferences = JSON.stringify({ state: { chosenLanguage: language }, version: 0 });
          await page.addInitScript((value) => localStorage.setItem("puls.preferences", value), preferences);
          const take = camera(page, look);
          const byLink: Open = (path) => walk(page, path);
          const visit = async (prefix: string, paths: readonly string[], open = byLink): Promise<void> => {
            for (const path of paths) {
              await open(path);
              await take(prefix);
              await expectFits(page, `${prefix} ${path}`);
            }
          };

          watch.expect(400, /check-(activation|reset)-link$/);
          await withTerms(page);
          await visit("public", PUBLIC_PAGES, (to) => page.goto(to));

          await enter(page, demo, "/scoring/list", LIST);
          const server = await Server.of(request, demo);
          await visit("demo", [...STATIC_PAGES, ...(await numberedPages(server, 1))]);
          const scorings = (await server.list("/scoring/scorings")) as readonly Scoring[];
          for (const scoring of scorings) {
            await visit(
              "demo",
              EDITOR_PAGES.map((step) => `/scoring/edit/${step}?id=${scoring.id}`),
            );
            for (const channel of channelsOf(scoring)) await visit("demo", reportPages(scoring, channel, [], false));
            await visit("demo", [`/scoring/loading?id=${scoring.id}`]);
          }
          // The editor of a running lead scoring only shows; that of a draft can be changed.
          for (const lead of scorings.filter(({ config }) => config["web"])) {
            const { id } = await server.post(`/scoring/scorings/${lead.id}:duplicate`, { name: "Szkic" });
            await visit(
              "draft",
              ["events", "summary"].map((step) => `/scoring/edit/${step}?id=${String(id)}`),
            );
            await walk(page, "/scoring/list");
            await server.remove(`/scoring/scorings/${String(id)}`);
          }
          await visit("demo", [...SETTINGS, "/contacts?band=none", "/contacts"]);
          await visit("demo", (await peopleIn(page)).slice(0, 1));
          await openParts(page, take);

          await enter(page, await operator.newAccount("pusta"), "/scoring/list", LIST);
          await visit("empty", [...STATIC_PAGES, "/contacts"]);

          const onItsWay = await accountOnItsWay(operator, request);
          await enter(page, onItsWay.account, "/scoring/list", LIST);
          await visit("begun", [
            "/scoring/list",
            "/contacts",
            "/imports",
            ...CONNECTIONS,
            ...onItsWay.pages,
            onItsWay.draft,
          ]);
          await page.getByRole("button", { name: /^(Sprawdź plik|Check the file)$/ }).click();
          await page.getByRole("button", { name: /^(Importuj|Import) \d/ }).waitFor();
          await take("checked");
          await expectFits(page, "a checked file");
        });
      });
    }
  }
}

/** Takes pictures of what opens above the pages. */
async function openParts(page: Page, take: (prefix: string) => Promise<void>): Promise<void> {
  const open = async (button: RegExp, name: string): Promise<void> => {
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole(name === "user-menu" ? "menu" : "dialog").waitFor();
    await take(name);
    await page.keyboard.press("Escape");
  };
  await walk(page, "/scoring/list");
  await open(/^(Powiadomienia|Notifications)/, "notifications");
  await open(/^(Menu użytkownika|User menu)/, "user-menu");
  await page.locator("main tbody a[href^='/reports/']").first().click();
  await page.getByRole("heading", { name: /^(Rozkład ocen|Distribution of scores)$/ }).waitFor();
  await open(/^(Pobierz CSV|Download CSV)$/, "download");
  await open(/^(Utwórz grupę|Create a group)$/, "group");
}

type Open = (path: string) => Promise<unknown>;

/** Takes a picture of the open page once it is complete. A page that leads to another has none. */
function camera(page: Page, look: string): (prefix: string) => Promise<void> {
  const recorder = new Recorder(page);
  const taken = new Set<string>();
  const ids: string[] = [];
  // Ids differ between programs, and pictures of two are compared.
  const numberOf = (id: string): string => {
    if (!ids.includes(id)) ids.push(id);
    return `${ids.indexOf(id) + 1}`;
  };
  return async (prefix) => {
    await nextFrames(page);
    await recorder.settle();
    const { pathname, search, hash } = new URL(page.url());
    const name = `${prefix}${pathname}${search}${hash}`.replace(/[\da-f-]{36}/g, numberOf).replace(/\W+/g, "-");
    if (taken.has(name)) return;
    taken.add(name);
    const folder = join(test.info().project.outputDir, "pictures", look);
    const window = page.viewportSize() ?? { width: 1360, height: 900 };
    // A window as high as the page: beyond a window's edge the browser draws charts at another scale than their words.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...window, height: Math.max(height, window.height) });
    await nextFrames(page);
    await recorder.settle();
    // The ring of the focused heading is for keyboard users.
    const style = "h1:focus { outline: none !important }";
    await page.screenshot({ path: join(folder, `${name}.png`), style });
    await page.setViewportSize(window);
  };
}

/** Waits until a navigation has begun and a new size of the window is drawn. */
function nextFrames(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}
