import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The timeout of a step; a loaded machine is slow. */
const STEP_MS = 30_000;

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/artifacts",
  // Each worker has its own program; one that runs already is shared by all tests.
  workers: process.env["BASE_URL"] === undefined ? 2 : 1,
  // Two browsers and two programs share CI's processors, which other work may take for seconds. A flow that passes only
  // the second time is listed as flaky.
  retries: process.env["CI"] === undefined ? 0 : 1,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  timeout: 240_000,
  expect: { timeout: STEP_MS },
  use: {
    actionTimeout: STEP_MS,
    navigationTimeout: STEP_MS,
    // A trace copies the page at each step; --trace retain-on-failure records one.
    trace: "off",
    screenshot: "only-on-failure",
    viewport: { width: 1360, height: 900 },
    colorScheme: "light",
    locale: "pl-PL",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath:
        process.env["CHROMIUM"] ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
