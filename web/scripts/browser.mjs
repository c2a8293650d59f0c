// A browser for the measurements: Debian's Chromium with an empty profile, against a running program.
import { chromium } from "@playwright/test";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const settings = { baseURL: required("BASE_URL"), email: required("EMAIL"), password: required("PASSWORD") };

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name} (the measurements need BASE_URL, EMAIL and PASSWORD)`);
  return value;
}

export function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** Opens a page with empty storage. */
export async function visitor(browser, { width = 1360, height = 900 } = {}) {
  const context = await browser.newContext({
    baseURL: settings.baseURL,
    viewport: { width, height },
    locale: "pl-PL",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(15_000);
  return { page: await context.newPage(), close: () => context.close() };
}

export async function signIn(page) {
  await page.getByLabel("Adres e-mail").fill(settings.email);
  await page.getByLabel("Hasło", { exact: true }).fill(settings.password);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
}
