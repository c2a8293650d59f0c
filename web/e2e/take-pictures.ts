import { join } from "node:path";
import type { Page } from "@playwright/test";
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
const LIST = /^(Lista scoringów|List of scorings)$/;

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
          const visit = async (who: string, paths: readonly string[], open = byLink): Promise<void> => {
            for (const path of paths) {
              await open(path);
              await take(who);
              await expectFits(page, `${who} ${path}`);
            }
          };

          watch.expect(400, /check-(activation|reset)-link$/);
          await withTerms(page);
          await visit("public", PUBLIC_PAGES, (to) => page.goto(to));

          await enter(page, demo, "/scoring/list", LIST);
          const server = await Server.of(request, demo);
          await visit("demo", [...STATIC_PAGES, ...(await numberedPages(server, 1))]);
          for (const scoring of (await server.list("/scoring/scorings")) as readonly Scoring[]) {
            await visit(
              "demo",
              EDITOR_PAGES.map((step) => `/scoring/edit/${step}?id=${scoring.id}`),
            );
            for (const channel of channelsOf(scoring)) await visit("demo", reportPages(scoring, channel, [], false));
          }
          await visit("demo", ["/contacts?band=none", "/contacts"]);
          await visit("demo", (await peopleIn(page)).slice(0, 1));

          await enter(page, await operator.newAccount("pusta"), "/scoring/list", LIST);
          await visit("empty", [...STATIC_PAGES, "/contacts"]);
        });
      });
    }
  }
}

type Open = (path: string) => Promise<unknown>;

/** Takes a picture of the open page once it is complete. A page that leads to another has none. */
function camera(page: Page, look: string): (who: string) => Promise<void> {
  const recorder = new Recorder(page);
  const taken = new Set<string>();
  const ids: string[] = [];
  // Ids differ between programs, and pictures of two are compared.
  const numberOf = (id: string): string => {
    if (!ids.includes(id)) ids.push(id);
    return `${ids.indexOf(id) + 1}`;
  };
  return async (who) => {
    await recorder.settle();
    const { pathname, search } = new URL(page.url());
    const name = `${who}${pathname}${search}`.replace(/[\da-f-]{36}/g, numberOf).replace(/\W+/g, "-");
    if (taken.has(name)) return;
    taken.add(name);
    const folder = join(test.info().project.outputDir, "pictures", look);
    // The ring of the focused heading is for keyboard users.
    const style = "h1:focus { outline: none !important }";
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, style });
  };
}
