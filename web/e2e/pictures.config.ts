import { defineConfig } from "@playwright/test";
import flows from "../playwright.config";

/** Takes a picture of every page (`tools/task web:pictures`); not a flow. */
export default defineConfig(flows, {
  testDir: ".",
  testMatch: "take-pictures.ts",
  outputDir: "artifacts",
  fullyParallel: true,
  timeout: 900_000,
  use: { trace: "off", screenshot: "off" },
});
