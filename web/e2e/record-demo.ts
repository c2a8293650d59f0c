import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import {
  channelsOf,
  EDITOR_PAGES,
  numberedPages,
  peopleIn,
  reportPages,
  STATIC_PAGES,
  type Scoring,
} from "./demo-pages";
import { enter, walk } from "./pages";
import { Recorder } from "./recorder";
import { Server } from "./server";
import { test } from "./test";

const FILE = join(import.meta.dirname, "../src/mock/recording.json");
/** Contacts whose pages can be opened: of the list, and of each view of it. */
const PEOPLE = 6;
const PEOPLE_OF_VIEWS = 1;
const SENDING_DAYS = 10;
const DRAFT = /\/api\/protected\/scoring\/scorings\/[^/:?]+$/;

test("record the demonstration", async ({ page, demo, request }) => {
  const at = new Date().toISOString();
  const server = await Server.of(request, demo);
  const scorings = (await server.list("/scoring/scorings")) as readonly Scoring[];
  await addHistory(server, scorings[0]?.id ?? "");

  const recorder = new Recorder(page);
  await enter(page, demo, "/scoring/list", "Lista scoringów");
  const visit: Visit = async (...paths) => {
    for (const path of paths) {
      await walk(page, path);
      await recorder.settle();
    }
  };
  const press: Press = async (name) => {
    for (const button of await page.getByRole("button", { name, exact: true }).all()) {
      await button.click();
      await recorder.settle();
    }
  };
  const dialog = page.getByRole("dialog");
  const open: Press = async (name) => {
    for (const button of (await page.getByRole("button", { name, exact: true }).all()).slice(0, 1)) {
      await button.click();
      await expect(dialog).toBeVisible();
      await recorder.settle();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
  };
  // Pressed buttons change drafts, which must stay unchanged.
  await page.route(DRAFT, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ json: { version: 1 } }) : route.fallback(),
  );
  await visit(...STATIC_PAGES, ...(await numberedPages(server, SENDING_DAYS)));
  for (const [place, scoring] of scorings.entries())
    await visitScoring(server, { visit, press, open }, scoring, place === 0);
  await visitContacts(page, visit, scorings);
  writeFileSync(FILE, recorder.written(at));
  expect(recorder.count()).toBeGreaterThan(200);
});

/** Its calculations, its settings and its reports; more of the first scoring than of others. */
async function visitScoring(
  server: Server,
  { visit, press, open }: { readonly visit: Visit; readonly press: Press; readonly open: Press },
  scoring: Scoring,
  isFirst: boolean,
): Promise<void> {
  if (isFirst) await visit(`/scoring/list/calculations?id=${scoring.id}`);
  for (const step of EDITOR_PAGES) {
    await visit(`/scoring/edit/${step}?id=${scoring.id}`);
    if (isFirst) await press("Przelicz 13 tygodni");
    if (step.endsWith("-percent")) await press("Według moich wysyłek");
  }
  for (const channel of channelsOf(scoring)) {
    const days = `/scoring/scorings/${scoring.id}:generatedDateList?scoringType=${channel}`;
    const dates = (await server.list(days)) as readonly string[];
    for (const path of reportPages(scoring, channel, dates, isFirst)) {
      await visit(path);
      // Its dialog requests groups and earlier exports to groups.
      if (path.includes("/details")) await open("Utwórz grupę");
    }
  }
}

/** Lists of contacts, and the first contacts of each. */
async function visitContacts(page: Page, visit: Visit, scorings: readonly Scoring[]): Promise<void> {
  const lists = [
    "pageSize=50",
    ...[0, 1, 2, 3, 4, "none"].map((band) => `band=${band}`),
    ...["score", "change", "-change"].map((sort) => `sort=${sort}`),
    ...scorings.flatMap((one) => channelsOf(one).map((channel) => `scoring=${one.id}&scoringType=${channel}`)),
  ];
  for (const [place, list] of lists.entries()) {
    await visit(`/contacts?${list}`);
    await visit(...(await peopleIn(page)).slice(0, place === 0 ? PEOPLE : PEOPLE_OF_VIEWS));
  }
}

type Visit = (...paths: readonly string[]) => Promise<void>;
/** Presses a button that the page may have. */
type Press = (name: string) => Promise<void>;

/** A person's work with the account: the most engaged are a group. */
async function addHistory(server: Server, scoring: string): Promise<void> {
  await server.post(`/scoring/scorings/${scoring}:exportToGroups`, {
    scoringType: "mailing",
    targets: [{ scoringMin: 81, scoringMax: 100, newGroupName: "Najbardziej zaangażowani" }],
  });
}
