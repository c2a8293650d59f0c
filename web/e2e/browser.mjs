// A browser for the flows: Debian's Chromium with an empty profile, the axe check, and screenshots.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ARTIFACTS = new URL("./artifacts", import.meta.url).pathname;
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const settings = {
  baseURL: required("BASE_URL"),
  email: required("EMAIL"),
  password: required("PASSWORD"),
  // Data folder and program of the run; flows that read mails or change flags need them.
  data: process.env.DATA,
  program: process.env.PULS,
  // Where the support script comes from and error reports go.
  secondOrigin: process.env.SECOND_ORIGIN,
};

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name} (the flows need BASE_URL, EMAIL and PASSWORD)`);
  return value;
}

export async function openBrowser() {
  mkdirSync(ARTIFACTS, { recursive: true });
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
}

/** A fresh visitor: nothing stored. Whatever the page writes to the console as an error fails the flow. */
export async function visitor(browser, { width = 1360, height = 900, colorScheme = "light" } = {}) {
  const context = await browser.newContext({
    baseURL: settings.baseURL,
    viewport: { width, height },
    colorScheme,
    locale: "pl-PL",
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(15_000);
  const errors = [];
  // Every tab of the visitor is watched.
  context.on("page", (page) => {
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      // The browser itself reports answers such as 401; the flows ask for those on purpose.
      if (message.type() === "error" && !/Failed to load resource/.test(message.text())) errors.push(message.text());
    });
  });
  const page = await context.newPage();
  return { page, errors, close: () => context.close() };
}

/** No violation of WCAG 2.2 AA that axe can find, and a picture of what it looked at. */
export async function inspect(page, name, { fullPage = true } = {}) {
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const result = await globalThis.axe.run(document, { runOnly: tags });
    return result.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((n) => `${n.html} (${n.failureSummary})`).join(" | ")}`,
    );
  });
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage });
  assert.deepEqual(violations, [], `axe on ${name}`);
}

export async function signIn(page, { email = settings.email, password = settings.password } = {}) {
  await page.getByLabel(/^(Adres e-mail|E-mail address)$/).fill(email);
  await page.getByLabel(/^(Hasło|Password)$/).fill(password);
  await page.getByRole("button", { name: /^(Zaloguj się|Log in)$/ }).click();
}
