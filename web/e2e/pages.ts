import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test, type Locator, type Page, type Request } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { changeSession, requestSession } from "./stored-session";
import { BY_THE_TEST } from "./watch";

export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole("heading", { level: 1, name });

export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel(/^(Adres e-mail|E-mail address)$/).fill(email);
  await page.getByLabel(/^(Hasło|Password)$/).fill(password);
  await page.getByRole("button", { name: /^(Zaloguj się|Log in)$/ }).click();
}

/** Opens `path` signed in, without the form, which has its own tests, and waits for the page with this title. */
export async function enter(
  page: Page,
  account: { email: string; password: string },
  path: string,
  title: string | RegExp,
): Promise<void> {
  const session = await requestSession(page.request, account);
  await page.goto("/favicon.svg"); // this address has storage, but no program
  await changeSession(page, { ...session, entry: `${Date.now()}-${Math.random()}` });
  await page.goto(path);
  await expect(heading(page, title)).toBeVisible();
}

/** Chooses in the user menu: a language, a look, a page. */
export async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /^(Menu użytkownika|User menu)/ }).click();
  await page.getByRole("menu").getByText(item, { exact: true }).click();
  await expect(page.getByRole("menu")).toBeHidden();
}

interface Refusing {
  /** The number of calls; all by default. */
  readonly times?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Selects calls; all by default. */
  readonly when?: (request: Request) => boolean;
}

/** Answers calls instead of the program, with an error of the product. */
export async function refuse(
  page: Page,
  pattern: string,
  status: number,
  reason: string,
  { times, headers, when = () => true }: Refusing = {},
): Promise<void> {
  const json = { error: { title: "refused by the test" }, meta: { class: reason } };
  await page.route(
    pattern,
    (route) =>
      when(route.request())
        ? route.fulfill({ status, json, headers: { ...headers, [BY_THE_TEST]: "1" } })
        : route.continue(),
    times === undefined ? {} : { times },
  );
}

/** Passes a call on to the program and changes the response's JSON or headers. */
export async function amend(
  page: Page,
  pattern: string,
  change: (body: Record<string, unknown>) => object = (body) => body,
  headers: Record<string, string> = {},
): Promise<void> {
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    const body = response.ok()
      ? JSON.stringify(change((await response.json()) as Record<string, unknown>))
      : await response.body();
    await route.fulfill({ response, headers: { ...response.headers(), ...headers }, body });
  });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Look {
  readonly fullPage?: boolean;
  /** Rules of axe that do not apply to a page outside the product. */
  readonly without?: readonly string[];
}

/** No violation of WCAG 2.2 AA that axe can find, and a picture of the page. */
export async function inspect(page: Page, name: string, { fullPage = true, without = [] }: Look = {}): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // A change of colours has been drawn, and animations have ended.
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  // The page's own policy refuses foreign scripts.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (tags) =>
      (globalThis as unknown as { axe: { run: (root: Document, options: object) => Promise<AxeResults> } }).axe.run(
        document,
        { runOnly: tags },
      ),
    TAGS,
  );
  await picture(page, name, { fullPage });
  const found = violations
    .filter(({ id }) => !without.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary ?? ""})`).join(" | ")}`);
  expect(found, `axe on ${name}`).toEqual([]);
}

/** Stores a picture of the page among the artifacts. */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  await page.screenshot({ path: join(test.info().project.outputDir, "screens", `${name}.png`), fullPage });
}

/** Parts that the page cuts off or scrolls sideways, and words and figures that break in the middle. */
export function misfits(): string[] {
  const found: string[] = [];
  for (const details of document.querySelectorAll("details")) details.open = true;
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > window.innerWidth) found.push(`the page is ${scrollWidth} px wide`);
  for (const element of document.querySelectorAll<HTMLElement>("main *")) {
    if (!element.checkVisibility() || element.closest(".visually-hidden, svg, input, [class*='ant-']")) continue;
    const { overflowX, clipPath, whiteSpace } = getComputedStyle(element);
    if (clipPath !== "none") continue;
    const words = element.textContent.trim().slice(0, 60);
    if (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${words}`);
    if (whiteSpace === "nowrap") continue;
    for (const node of element.childNodes) {
      const text = node.nodeType === 3 ? (node.nodeValue ?? "") : "";
      // An address may break at its hyphens, as may a word of more than 16 characters.
      const whole = text.includes("@") ? [] : text.matchAll(/(?<!\S)\S{2,16}(?!\S)|[^\s-]{2,16}-?/g);
      for (const { 0: word, index } of whole) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`broken: ${word} in ${words}`);
      }
    }
  }
  return found;
}

/** A page that shortens names of groups and scorings on purpose. */
const LONG_NAMES = "search-and-choose-groups";

/** Expects that no part of the page is cut off or breaks; the test continues with the next page. */
export async function expectFits(page: Page, path: string): Promise<void> {
  const cut = await page.evaluate(misfits);
  expect.soft(path.includes(LONG_NAMES) ? [] : cut, path).toEqual([]);
}

/** Registration is offered only where the terms can be read. */
export const withTerms = (page: Page): Promise<void> =>
  amend(page, "**/config.json", (config) => ({
    ...config,
    termsUrl: "https://firma.example/terms",
    dataProcessingUrl: "https://firma.example/data",
  }));

/** Uses sample data instead of the server; returns the calls that reached the server, which must be none. */
export async function withoutServer(page: Page, stored: Record<string, string>): Promise<readonly string[]> {
  await page.addInitScript(
    (values) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
    },
    { "puls.mock": "enabled", ...stored },
  );
  const asked: string[] = [];
  await page.route("**/api/**", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  return asked;
}

/** Navigates to a page within the running program, like a link of the editor. */
export async function walk(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ usr: { configurator: true }, key: to, idx: 0 }, "", to);
    window.dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown }));
  }, path);
  await expect(page.locator('main:not([aria-busy="true"]) h1')).toBeVisible();
}
