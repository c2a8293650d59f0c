import type { Page } from "@playwright/test";
import { walk, withoutServer } from "./pages";
import { SCORINGS, scoringNamed } from "./recorded";
import { expect, test } from "./test";

const REPORT = `/reports/scoring/summary/${SCORINGS[0].id}`;
const GUIDED = `id=${scoringNamed("Kampanie sprzedażowe").id}`;
/** Pages with and without controls that are made of antd. */
const PAGES = [
  "/scoring/list",
  "/scoring/list/calculations",
  "/reports/scoring/list/channel",
  `${REPORT}/details`,
  `${REPORT}/exclusions`,
  `${REPORT}/avg`,
  `${REPORT}/fluctuation`,
  `${REPORT}/lift`,
  "/reports/sendings",
  "/contacts",
  "/contacts/groups",
  "/contacts/databases",
  "/imports",
  "/connections",
  "/event-log",
  "/settings",
  `/scoring/edit/main-comunication?${GUIDED}`,
  `/scoring/edit/main-comunication-email-percent?${GUIDED}`,
  `/scoring/edit/summary-configurator-group?${GUIDED}`,
];
const WALKS = Number(process.env["WALKS"] ?? 4);
const STEPS = 4;

/** Colour, font and height of every visible link and control, by its text. */
function looks(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const element of document.querySelectorAll("a, button, input, select, summary, [role='combobox'], label")) {
    if (!element.checkVisibility()) continue;
    const words = element.getAttribute("aria-label") ?? element.textContent;
    // Counts may change or disappear meanwhile.
    const name = words.replace(/[\d,:(].*/s, "").trim();
    let key = `${element.tagName} ${element.getAttribute("type") ?? ""} ${name}`;
    while (key in found) key += "+";
    const { color, fontFamily, fontSize, fontWeight, lineHeight, textDecorationLine } = getComputedStyle(element);
    const { height } = element.getBoundingClientRect();
    found[key] = [color, fontFamily, fontSize, fontWeight, lineHeight, textDecorationLine, Math.round(height)].join(
      " · ",
    );
  }
  return found;
}

/** The result of `looks` once it is the same three times. */
async function settledLooks(page: Page): Promise<Record<string, string>> {
  const seen: string[] = [];
  await expect
    .poll(
      async () => {
        seen.push(JSON.stringify(await page.evaluate(looks)));
        const last = seen.slice(-3);
        return last.length === 3 && new Set(last).size === 1 && last[0] !== "{}";
      },
      { intervals: [120] },
    )
    .toBe(true);
  return JSON.parse(seen.at(-1) ?? "{}") as Record<string, string>;
}

test("links and controls look the same whichever pages were visited before", async ({ page }) => {
  test.setTimeout(600_000);
  await withoutServer(page, {});
  const fresh = new Map<string, Record<string, string>>();
  for (const path of PAGES) {
    await page.goto("/favicon.svg");
    await page.evaluate((to) => history.pushState({ usr: { configurator: true }, key: to, idx: 0 }, "", to), path);
    await page.reload();
    await expect(page.locator("main h1")).toBeVisible();
    fresh.set(path, await settledLooks(page));
  }
  // The same walks every time.
  let seed = 20_261_126;
  const draw = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  for (let count = 0; count < WALKS; count++) {
    await page.goto("/scoring/list");
    const walked = Array.from({ length: STEPS }, () => PAGES[draw() % PAGES.length] ?? "");
    for (const path of walked) {
      await walk(page, path);
      const wanted = fresh.get(path) ?? {};
      await expect
        .poll(async () => differences(wanted, await settledLooks(page)), { message: walked.join(" → ") })
        .toEqual([]);
    }
  }
});

/** Links and controls of a freshly loaded page that are missing or different now. */
function differences(wanted: Record<string, string>, now: Record<string, string>): string[] {
  return Object.entries(wanted).flatMap(([name, look]) =>
    now[name] === look ? [] : [`${name}: ${look} → ${now[name] ?? "absent"}`],
  );
}
